/**
 * The widths of a board's sections on the grid [L1; spec 2.18].
 * @param count of the sections, 1 to 12
 * @returns for each section the number of grid columns (of 12), in order: 12 for a single section; 6 each for
 *   two or four; 4 each for a count divisible by three; otherwise 4 first and 6 last, so that the last rows
 *   fill the width
 */
export function sectionWidths(count: number): number[] {
  const halves = count === 1 ? 0 : count % 3 === 1 ? 4 : count % 3 === 2 ? 2 : 0;
  return Array.from({ length: count }, (_, i) => (count === 1 ? 12 : i < count - halves ? 4 : 6));
}
