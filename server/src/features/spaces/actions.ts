import type { Action } from "@retro/contract/actions";
import { limits } from "@retro/contract/limits";
import {
  placeOf,
  type SetActionStatus,
  boardReview,
  type BoardReview,
  spaceAction,
  type SpaceAction,
  type SpaceActions,
} from "@retro/contract/spaces/space-actions";
import { presentAction } from "@retro/rules/present";
import type { Caller } from "../../board/turn/caller.ts";
import type { Db, Deps } from "../../deps.ts";
import { notFound } from "../../http/errors/app-error.ts";
import { updateAction } from "../actions/commands.ts";
import { findBoardOfAction, type FoundAction, listOpenActions, listSettledActions } from "./action-store.ts";
import { requireSpace } from "./require-space.ts";

/**
 * The earliest due date first, then the oldest; only what the user may read [G7, D3].
 * @throws AppError 404 for an unknown key
 */
export async function listSpaceActions(
  deps: Pick<Deps, "database">,
  key: string,
  userId: string,
  { after }: { after?: string | undefined },
): Promise<SpaceActions> {
  const { db, reader } = deps.database;
  const { id } = await requireSpace(db, key);
  return pageOfActions(reader, { spaceId: id, userId }, after);
}

async function pageOfActions(
  reader: Db,
  { spaceId, userId, exceptBoard }: { spaceId: string; userId: string; exceptBoard?: string },
  after: string | undefined,
): Promise<SpaceActions> {
  const size = limits.spaceActions;
  const found = await listOpenActions(reader, spaceId, userId, {
    after: after === undefined ? undefined : placeOf(after),
    limit: size + 1,
    exceptBoard,
  });
  return { actions: presentFound(found.slice(0, size), userId), more: found.length > size };
}

function presentFound(found: readonly FoundAction[], userId: string): SpaceAction[] {
  return found.flatMap(({ action, boardTitle, facilitation }) => {
    const presented = presentAction(action, facilitation, userId);
    return presented.hidden ? [] : [asSpaceAction(presented, boardTitle)];
  });
}

/**
 * What a review on a board of the space shows one of the users there: actions of its other boards, as far as
 * this user may read them [F9]. Whether the review is open, the caller has checked.
 * @param since epoch ms; what was settled from then on is shown, too
 */
export async function readSpaceReview(
  { database: { reader } }: Pick<Deps, "database">,
  { boardId, spaceId, since }: { boardId: string; spaceId: string; since: number },
  userId: string,
  after: string | undefined,
): Promise<BoardReview> {
  const page = await pageOfActions(reader, { spaceId, userId, exceptBoard: boardId }, after);
  const settled = after === undefined ? await listSettledActions(reader, spaceId, userId, since) : [];
  const others = presentFound(settled, userId).filter(({ board_id }) => board_id !== boardId);
  return boardReview.parse({ ...page, settled: others });
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
  if (value === null) throw notFound();
  return asSpaceAction(value, board.title);
}

/** What the space's schema names of an action: no users [H3]. */
function asSpaceAction(action: Action, boardTitle: string): SpaceAction {
  return spaceAction.parse({ ...action, board_title: boardTitle });
}
