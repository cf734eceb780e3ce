import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { BoardReview } from "@retro/contract/spaces/space-actions";
import { withoutReview } from "@retro/rules/meeting";
import { facilitationOf } from "../../../board/parts/board-row.ts";
import { openBoard } from "../../../board/turn/board-access.ts";
import { findKeyHash, isKeyOfSpace } from "../../../board/turn/space-store.ts";
import type { Turn } from "../../../board/turn/turn.ts";
import type { Db, Deps } from "../../../deps.ts";
import { AppError, notFound } from "../../../http/errors/app-error.ts";
import { sha256 } from "../../../http/session/secrets.ts";
import { readSpaceReview } from "../../spaces/actions.ts";
import { meetingStateError } from "./meeting-state-error.ts";

/**
 * The name of a review that is open here and now. A review whose name differs is over: with its step, with its
 * facilitator, with the link that its facilitator had, and with the board's place in the space [F9].
 */
async function nameReview(
  db: Db,
  board: { id: string; space_id: string | null },
  { meeting, facilitator_id }: Facilitation,
): Promise<string | null> {
  const step = meeting?.steps.find(({ id }) => id === meeting.step);
  if (meeting === undefined || step?.kind !== "review") return null;
  if (facilitator_id === null || board.space_id === null) return null;
  const keyHash = await findKeyHash(db, board.space_id);
  return keyHash === undefined ? null : sha256([keyHash, board.id, facilitator_id, meeting.at].join(" "));
}

/**
 * Opens or closes the review of the space's open actions for everybody on the board [F9].
 * @throws AppError 403 `space_key_required` also for a board in no space [G4], 409 `meeting_state`
 */
export async function showReview(turn: Turn, open: boolean): Promise<Facilitation> {
  const { db, board, facilitation, caller } = turn;
  const { meeting } = facilitation;
  if (meeting === undefined) throw meetingStateError();
  if (!open) return { ...facilitation, meeting: withoutReview(meeting) };
  if (meeting.steps.find(({ id }) => id === meeting.step)?.kind !== "review") throw meetingStateError();
  if (!(await isKeyOfSpace(db, board.space_id, caller.spaceKey ?? null)))
    throw new AppError(403, "space_key_required");
  const review = await nameReview(db, board, facilitation);
  return review === null ? facilitation : { ...facilitation, meeting: { ...meeting, review } };
}

/**
 * A page of the open review of a board, as one user may read it.
 * @throws AppError 404 while no review is open, or as `openBoard`
 */
export async function readReview(
  deps: Pick<Deps, "database">,
  boardId: string,
  userId: string,
  after: string | undefined,
): Promise<BoardReview> {
  const { db } = deps.database;
  const board = await openBoard(db, boardId, userId);
  const facilitation = facilitationOf(board);
  const { meeting } = facilitation;
  if (meeting?.review === undefined || board.space_id === null) throw notFound();
  if (meeting.review !== (await nameReview(db, board, facilitation))) throw notFound();
  const place = { boardId, spaceId: board.space_id, since: meeting.at };
  return readSpaceReview(deps, place, userId, after);
}
