import type { SpaceMonth } from "@retro/contract/spaces";

const mostMonths = 12;

/**
 * The months of a space's chart, from the month of the first board to this one, twelve at most.
 * @param boards when each board was made, epoch milliseconds
 */
export function monthsOf(boards: readonly number[], now: number): SpaceMonth[] {
  const first = Math.min(now, ...boards);
  const months: SpaceMonth[] = [];
  for (let month = monthOf(now); months.length < mostMonths; month = monthBefore(month)) {
    months.unshift({ month, boards: 0 });
    if (month <= monthOf(first)) break;
  }
  const byName = new Map(months.map((each) => [each.month, each]));
  for (const time of boards) {
    const month = byName.get(monthOf(time));
    if (month !== undefined) month.boards += 1;
  }
  return months;
}

/** `YYYY-MM`, in UTC. */
function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

function monthBefore(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return monthOf(Date.UTC(year, number - 2));
}
