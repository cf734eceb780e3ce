/** Where the reading line usually is: this far below the bars, in pixels. */
const belowBars = 96;

/** Near the top; at the bottom on the last screenful, whose sections never come to the top. */
export function readingLine({
  top,
  bottom,
  scrolled,
  scrollable,
}: {
  top: number;
  bottom: number;
  scrolled: number;
  scrollable: number;
}): number {
  const usual = Math.min(top + belowBars, bottom);
  const way = Math.min(bottom - usual, scrollable);
  const rest = scrollable - scrolled;
  return way <= 0 || rest >= way ? usual : bottom - (bottom - usual) * (Math.max(rest, 0) / way);
}
