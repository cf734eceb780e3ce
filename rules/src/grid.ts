/**
 * Widths of `count` sections on the 12-column grid [L1]: one takes all, two or four take halves, a count divisible by three
 * takes thirds, others mix thirds and halves so that the last rows fill the width (spec 2.18).
 */
export function sectionWidths(count: number): number[] {
  const halves = count === 1 ? 0 : count % 3 === 1 ? 4 : count % 3 === 2 ? 2 : 0;
  return Array.from({ length: count }, (_, i) => (count === 1 ? 12 : i < count - halves ? 4 : 6));
}
