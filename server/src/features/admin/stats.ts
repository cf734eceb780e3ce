import type { StatsDay } from "@retro/contract/lists";
import type { Db } from "../../deps.ts";
import { boardsByDay, peopleByDay, stickersByDay } from "./store.ts";

const dayMs = 86_400_000;
const shownDays = 30;

/** Boards and stickers made, and people active, on each of the last 30 days (UTC), today the last. */
export async function readStats(db: Db, now: number): Promise<StatsDay[]> {
  const today = Math.floor(now / dayMs);
  const first = today - shownDays + 1;
  const since = first * dayMs;
  const [boards, stickers, people] = [
    await boardsByDay(db, since),
    await stickersByDay(db, since),
    await peopleByDay(db, since),
  ];
  return Array.from({ length: shownDays }, (_, i) => ({
    day: new Date((first + i) * dayMs).toISOString().slice(0, 10),
    boards: boards.get(first + i) ?? 0,
    stickers: stickers.get(first + i) ?? 0,
    people: people.get(first + i) ?? 0,
  }));
}
