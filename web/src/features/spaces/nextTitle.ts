/** "Sprint 41" is followed by "Sprint 42". A title with other numbers, such as a date, stays. */
export function nextTitle(title: string): string {
  const [number, ...others] = title.match(/\d+/gu) ?? [];
  if (number === undefined || others.length > 0 || number.length > 3) return title;
  return title.replace(number, String(Number(number) + 1));
}
