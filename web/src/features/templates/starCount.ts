const maxStars = 5;

/** Relative to the highest count of all templates, from 0 to 5 in half steps (spec 2.12). */
export function starCount(count: number, highest: number): number {
  if (count <= 0 || highest <= 0) return 0;
  return Math.max(0.5, Math.round((count / highest) * maxStars * 2) / 2);
}
