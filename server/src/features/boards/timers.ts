import type { Db } from "../../deps.ts";
import * as store from "./store.ts";

/** Boards whose timer ends by `until` (epoch milliseconds), for the settling clock. */
export async function timersToSettle(
  db: Db,
  until: number,
): Promise<{ id: string; timer_settles_at: number | null }[]> {
  return store.timersToSettle(db, until);
}
