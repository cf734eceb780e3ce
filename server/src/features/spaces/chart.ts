import type { SpaceMonth } from "@retro/contract/spaces/spaces";
import type { CountByMonth } from "./action-store.ts";

const mostMonths = 12;
const dayMs = 86_400_000;

interface Counted {
  boards: readonly { day: number; kept: number }[];
  created: CountByMonth;
  done: CountByMonth;
}

export function monthsOf({ boards, created, done }: Counted, now: number): SpaceMonth[] {
  const kept = boards.filter((each) => each.kept > 0);
  const first = Math.min(now, ...kept.map(({ day }) => day * dayMs));
  const months: SpaceMonth[] = [];
  for (let month = monthOf(now); months.length < mostMonths; month = monthsBefore(month, 1)) {
    months.unshift({ month, boards: 0, actions_created: 0, actions_done: 0 });
    if (month <= monthOf(first)) break;
  }
  const byName = new Map(months.map((each) => [each.month, each]));
  const add = (name: string, what: keyof Omit<SpaceMonth, "month">, count: number) => {
    const month = byName.get(name);
    if (month !== undefined) month[what] += count;
  };
  for (const each of kept) add(monthOf(each.day * dayMs), "boards", each.kept);
  for (const { month, total } of created) add(month, "actions_created", total);
  for (const { month, total } of done) add(month, "actions_done", total);
  return months;
}

export function chartStart(now: number): string {
  return monthsBefore(monthOf(now), mostMonths - 1);
}

function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

function monthsBefore(month: string, count: number): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return monthOf(Date.UTC(year, number - 1 - count));
}
