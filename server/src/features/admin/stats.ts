import type { StatsDay } from "@retro/contract/lists";
import type { Db } from "../../deps.ts";
import { countBoardsByDay, countPeopleByDay, countStickersByDay } from "./stats-store.ts";

const dayMs = 86_400_000;
const shownDays = 30;

/** Past days hardly change: they are counted every ten minutes, and today with every request. */
const cacheMs = 600_000;
const cachedDays = new WeakMap<Db, { at: number; today: number; days: StatsDay[] }>();

/** The last 30 days (UTC), today last. Figures of past days may be ten minutes old. */
export async function readStats(db: Db, now: number): Promise<StatsDay[]> {
  const today = Math.floor(now / dayMs);
  const last = cachedDays.get(db);
  const isRecent = last?.today === today && now >= last.at && now - last.at < cacheMs;
  if (isRecent) return [...last.days.slice(0, -1), ...(await countDays(db, today, today))];
  const days = await countDays(db, today - shownDays + 1, today);
  cachedDays.set(db, { at: now, today, days });
  return days;
}

async function countDays(db: Db, first: number, today: number): Promise<StatsDay[]> {
  const since = first * dayMs;
  const boards = await countBoardsByDay(db, since);
  const stickers = await countStickersByDay(db, since);
  const people = await countPeopleByDay(db, since);
  return Array.from({ length: today - first + 1 }, (_, i) => ({
    day: new Date((first + i) * dayMs).toISOString().slice(0, 10),
    boards: boards.get(first + i) ?? 0,
    stickers: stickers.get(first + i) ?? 0,
    people: people.get(first + i) ?? 0,
  }));
}
