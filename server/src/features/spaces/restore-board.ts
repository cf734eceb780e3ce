import type { Caller } from "../../board/turn/caller.ts";
import type { Deps } from "../../deps.ts";
import { restoreBoard } from "../boards/management.ts";
import { requireSpace } from "./require-space.ts";

/**
 * Takes a board of a space out of the bin, for any member [M4]. Whoever has the key has proved that the board
 * is their team's, so it need not be the user who put it there.
 * @throws AppError 404 for an unknown key, and for a board that is not in the bin of this space
 */
export async function restoreToSpace(
  deps: Deps,
  key: string,
  boardId: string,
  caller: Caller,
): Promise<void> {
  const { id } = await requireSpace(deps.database.db, key);
  await restoreBoard(deps, boardId, { ...caller, spaceKey: key }, id);
}
