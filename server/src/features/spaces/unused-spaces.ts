import type { Deps } from "../../deps.ts";
import { deleteEmptySpace, spacesAfter } from "./store.ts";

const keptMs = 365 * 86_400_000;
/** The last space that was looked at: each hour goes on behind it, also behind one that failed. */
let position = "";

/** A year old, empty, and never used: when members last opened a used one is not stored. */
export async function deleteUnusedSpaces(
  deps: Pick<Deps, "database" | "clock">,
  most: number,
): Promise<{ done: number; more: false }> {
  const before = deps.clock() - keptMs;
  const spaces = await spacesAfter(deps.database.db, position, most);
  let done = 0;
  for (const { id, created_at, defaults } of spaces) {
    position = id;
    if (created_at >= before || defaults !== "{}") continue;
    if (await deps.database.transaction((db) => deleteEmptySpace(db, id))) done += 1;
  }
  if (spaces.length < most) position = "";
  return { done, more: false };
}
