import type { SpaceMonth } from "@retro/contract/spaces";

const mostMonths = 12;
const dayMs = 86_400_000;

type CountByDay = readonly { day: number; total: number }[];

interface Counted {
  /** When each board was made, epoch milliseconds. */
  boards: readonly number[];
  /** Actions by the day on which they were written, and done: whole days since 1970, UTC. */
  created: CountByDay;
  done: CountByDay;
}

/**
 * The months of a space's chart, from the month of the first board to this one, twelve at most (G6).
 * @param now epoch milliseconds
 */
export function monthsOf({ boards, created, done }: Counted, now: number): SpaceMonth[] {
  const first = Math.min(now, ...boards);
  const months: SpaceMonth[] = [];
  for (let month = monthOf(now); months.length < mostMonths; month = monthsBefore(month, 1)) {
    months.unshift({ month, boards: 0, actions_created: 0, actions_done: 0 });
    if (month <= monthOf(first)) break;
  }
  const byName = new Map(months.map((each) => [each.month, each]));
  const add = (time: number, what: keyof Omit<SpaceMonth, "month">, count: number) => {
    const month = byName.get(monthOf(time));
    if (month !== undefined) month[what] += count;
  };
  for (const time of boards) add(time, "boards", 1);
  for (const { day, total } of created) add(day * dayMs, "actions_created", total);
  for (const { day, total } of done) add(day * dayMs, "actions_done", total);
  return months;
}

/** The beginning of the earliest month that a chart can show. */
export function chartStart(now: number): number {
  return Date.parse(`${monthsBefore(monthOf(now), mostMonths - 1)}-01T00:00:00Z`);
}

/** `YYYY-MM`, in UTC. */
function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return monthOf(Date.UTC(year, number - 1 - count));
}
