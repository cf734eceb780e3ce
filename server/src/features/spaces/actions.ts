import type { Action } from "@retro/contract/actions";
import { limits } from "@retro/contract/limits";
import {
  placeOf,
  type SetActionStatus,
  spaceAction,
  type SpaceAction,
  type SpaceActions,
} from "@retro/contract/spaces/space-actions";
import { presentAction } from "@retro/rules/present";
import type { Caller } from "../../board/turn/caller.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";
import { updateAction } from "../actions/commands.ts";
import { findBoardOfAction, listOpenActions } from "./action-store.ts";
import { requireSpace } from "./require-space.ts";

/**
 * The earliest due date first, then the oldest; only what the user may read [G7, D3].
 * @throws AppError 404 for an unknown key
 */
export async function listSpaceActions(
  deps: Pick<Deps, "database">,
  key: string,
  userId: string,
  { page, after }: { page: number; after?: string | undefined },
): Promise<SpaceActions> {
  const { db, reader } = deps.database;
  const { id } = await requireSpace(db, key);
  if (after === undefined && page > 1) return { actions: [], more: false };
  const size = limits.spaceActions;
  const found = await listOpenActions(reader, id, userId, {
    after: after === undefined ? undefined : placeOf(after),
    limit: size + 1,
  });
  const actions = found.slice(0, size).flatMap(({ action, boardTitle, facilitation }) => {
    const presented = presentAction(action, facilitation, userId);
    return presented.hidden ? [] : [asSpaceAction(presented, boardTitle)];
  });
  return { actions, more: found.length > size };
}

/**
 * A change in the board's turn, which everyone on the board sees [G7].
 * @throws AppError 404 for a key or an action that the caller may not read; 403 `board_read_only`,
 * `content_hidden`, `space_actions_full` [G11]
 */
export async function setStatusInSpace(
  deps: Deps,
  key: string,
  actionId: string,
  caller: Caller,
  { status }: SetActionStatus,
): Promise<SpaceAction> {
  const { db } = deps.database;
  const { id: throughSpace } = await requireSpace(db, key);
  const board = await findBoardOfAction(db, throughSpace, caller.userId, actionId);
  if (board === undefined) throw notFound();
  const { value } = await updateAction(
    { deps, boardId: board.id, caller },
    actionId,
    { status },
    { throughSpace },
  );
  return asSpaceAction(value, board.title);
}

/** What the space's schema names of an action: no users [H3]. */
function asSpaceAction(action: Action, boardTitle: string): SpaceAction {
  return spaceAction.parse({ ...action, board_title: boardTitle });
}
