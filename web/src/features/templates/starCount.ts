const maxStars = 5;

/**
 * A template's stars (spec 2.12): its count scaled against the highest count among templates, up to 5; 0 if
 * the count is 0. In half stars.
 */
export function starCount(count: number, highest: number): number {
  if (count <= 0 || highest <= 0) return 0;
  return Math.max(0.5, Math.round((count / highest) * maxStars * 2) / 2);
}
