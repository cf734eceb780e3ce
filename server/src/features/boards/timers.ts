import type { Db } from "../../deps.ts";
import * as store from "./store.ts";

/** Boards with a running timer and when each is due, for the settling clock. */
export async function timersToSettle(db: Db): Promise<{ id: string; timer_settles_at: number | null }[]> {
  return store.timersToSettle(db);
}
