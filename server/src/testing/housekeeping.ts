import { housekeepingClockKey } from "../db/portable/tables.ts";
import { deleteState } from "../db/server-state.ts";
import { Housekeeping } from "../features/housekeeping/housekeeping.ts";
import type { TestApp } from "./app.ts";

/** A run that does not mind how far the test has moved the clock since the one before. */
export async function keepHouse({ deps }: TestApp, housekeeping = new Housekeeping(deps)) {
  await deleteState(deps.database.db, housekeepingClockKey);
  return housekeeping.run();
}
