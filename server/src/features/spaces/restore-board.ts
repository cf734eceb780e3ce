import type { Caller } from "../../board/turn/caller.ts";
import type { Deps } from "../../deps.ts";
import { restoreBoard } from "../boards/management.ts";
import { requireSpace } from "./require-space.ts";

/**
 * For any member [M4]: whoever has the key has proved that the board is their team's.
 * @throws AppError 404 for an unknown key, and for a board that is not in the bin of this space
 */
export async function restoreToSpace(
  deps: Deps,
  key: string,
  boardId: string,
  caller: Caller,
): Promise<void> {
  const { id } = await requireSpace(deps.database.db, key);
  await restoreBoard({ deps, boardId, caller: { ...caller, spaceKey: key } }, id);
}
