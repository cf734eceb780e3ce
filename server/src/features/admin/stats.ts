import type { StatsDay } from "@retro/contract/lists";
import type { Db } from "../../deps.ts";
import { boardsByDay, peopleByDay, stickersByDay } from "./store.ts";

const dayMs = 86_400_000;
const shownDays = 30;

/** Days that are over hardly change: they are counted again after ten minutes, and only today with every request. */
const keptMs = 600_000;
const counted = new WeakMap<Db, { at: number; today: number; days: StatsDay[] }>();

/**
 * Boards and stickers made, and people active, on each of the last 30 days (UTC), today the last. All but today may be up to
 * ten minutes old.
 */
export async function readStats(db: Db, now: number): Promise<StatsDay[]> {
  const today = Math.floor(now / dayMs);
  const last = counted.get(db);
  const isRecent = last?.today === today && now >= last.at && now - last.at < keptMs;
  if (isRecent) return [...last.days.slice(0, -1), ...(await countDays(db, today, today))];
  const days = await countDays(db, today - shownDays + 1, today);
  counted.set(db, { at: now, today, days });
  return days;
}

async function countDays(db: Db, first: number, today: number): Promise<StatsDay[]> {
  const since = first * dayMs;
  const boards = await boardsByDay(db, since);
  const stickers = await stickersByDay(db, since);
  const people = await peopleByDay(db, since);
  return Array.from({ length: today - first + 1 }, (_, i) => ({
    day: new Date((first + i) * dayMs).toISOString().slice(0, 10),
    boards: boards.get(first + i) ?? 0,
    stickers: stickers.get(first + i) ?? 0,
    people: people.get(first + i) ?? 0,
  }));
}
