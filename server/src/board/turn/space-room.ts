import { limits } from "@retro/contract/limits";
import type { Db } from "../../deps.ts";
import { AppError } from "../../http/errors/app-error.ts";
import { countHeldSpace } from "./space-store.ts";

/** Holds the space; a transaction that also locks a board's row locks that one first [G11]. */
export async function requireRoomInSpace(
  db: Db,
  spaceId: string,
  adds: { boards: number; openActions: number },
): Promise<void> {
  const max = limits.space;
  const { boards, openActions } = await countHeldSpace(db, spaceId);
  if (adds.boards > 0 && boards + adds.boards > max.boards)
    throw new AppError(403, "space_boards_full", { params: { max: max.boards } });
  if (adds.openActions > 0 && openActions + adds.openActions > max.openActions)
    throw new AppError(403, "space_actions_full", { params: { max: max.openActions } });
}
