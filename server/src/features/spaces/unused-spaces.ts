import type { Deps } from "../../deps.ts";
import { deleteEmptySpace, spacesAfter } from "./store.ts";

const keptMs = 365 * 86_400_000;
/** The last space that was looked at: each hour goes on behind it, also behind one that failed. */
let position = "";

/**
 * Deletes some of the spaces that were made a year ago and never used: they have no board and no template,
 * and remember nothing of an earlier board (ADR 2026-11-23-team-space). A space that was used stays, because
 * nothing says when its members last opened it.
 */
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
