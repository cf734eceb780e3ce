import type { Board } from "@retro/contract/boards";
import { channels, eventNames } from "@retro/contract/events";
import type { AnswerMoveEvent, AskMoveEvent } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import type { AnswerMove } from "@retro/contract/spaces/spaces";
import { isFacilitator, mayManageBoard } from "@retro/rules/permissions";
import * as z from "zod/mini";
import { findBoard } from "../../board/parts/board-store.ts";
import { openBoard } from "../../board/turn/board-access.ts";
import { type Caller, systemCaller } from "../../board/turn/caller.ts";
import {
  findClaimable,
  forgetDepartures,
  hasDeparted,
  placeWrite,
  recordDeparture,
  recordMember,
} from "../../board/turn/custody-store.ts";
import { announceToSpace } from "../../board/turn/space-events.ts";
import { requireRoomInSpace } from "../../board/turn/space-room.ts";
import { countOpenActions, isKeyOfSpace } from "../../board/turn/space-store.ts";
import type { Db, Deps } from "../../deps.ts";
import { AppError, notFound, requireAllowed } from "../../http/errors/app-error.ts";
import { deriveKey, sha256 } from "../../http/session/secrets.ts";
import { openSealedKey, sealKey } from "../../http/session/tokens.ts";
import { requireHeldSpace, requireSpace } from "./require-space.ts";
import * as store from "./store.ts";

/**
 * Members of the space that the board leaves take it away, with its key. Out of none, its creator moves it, or
 * its facilitator, when the creator agrees or is long away [G3].
 * @throws AppError 403 `board_locked`, `space_key_required`, `creator_must_agree`, `creator_asked`,
 *   `space_boards_full`, `space_actions_full`; 404
 */
export async function moveBoardIn(
  deps: Deps,
  { key, leaving }: { key: string; leaving: string | null },
  boardId: string,
  caller: Caller,
): Promise<void> {
  const now = deps.clock();
  const { entered, left, asks } = await deps.database.transaction(async (db) => {
    const target = await requireSpace(db, key);
    const board = await lockManagedBoard(db, boardId, caller);
    const left = board.space_id;
    const isMoving = left !== target.id && caller !== systemCaller;
    if (
      isMoving &&
      left === null &&
      !(await mayMoveFirst(db, { ...board, id: boardId }, target.id, caller, now))
    )
      return { entered: target.id, left, asks: { ...board, space: target } };
    if (isMoving && left !== null && !(await isKeyOfSpace(db, left, leaving)))
      throw new AppError(403, "space_key_required", {
        ...(board.creator_id === caller.userId && { data: { may_take_out: true } }),
      });
    const { id } = await requireHeldSpace(db, key);
    if (left !== id) {
      await requireRoomInSpace(db, id, { boards: 1, openActions: await countOpenActions(db, boardId) });
      await enter(db, boardId, id);
      if (board.creator_id === caller.userId && left === null) await forgetDepartures(db, boardId);
      if (left !== null) await recordDeparture(db, { boardId, spaceId: left }, now, null);
    }
    return { entered: id, left, asks: null };
  });
  if (asks !== null) return askCreator(deps, { ...asks, boardId, key }, caller);
  announceToSpace(deps, entered, caller.connection);
  if (left !== null && left !== entered) announceToSpace(deps, left, caller.connection);
}

async function enter(db: Db, boardId: string, spaceId: string): Promise<void> {
  await db.executeQuery(placeWrite(db, boardId, spaceId));
  await forgetDepartures(db, boardId, spaceId);
}

/** Into a space that it has left, a board returns as its members wish. */
async function mayMoveFirst(
  db: Db,
  board: store.BoardPlacement & Pick<Board, "id">,
  spaceId: string,
  { userId }: Caller,
  now: number,
): Promise<boolean> {
  const { id: boardId, creator_id: creator } = board;
  if (creator === userId || (await hasDeparted(db, { boardId, spaceId }, now))) return true;
  if (!isFacilitator(board, userId)) return false;
  if (creator === null) return true;
  const seen = await store.lastSeenOf(db, creator);
  return seen !== null && seen < now - limits.creatorAwayMs;
}

/** What the creator's answer brings back, sealed: nothing is stored until then. */
const moveRequest = z.object({
  board: z.string(),
  space: z.string(),
  keyHash: z.string(),
  asker: z.string(),
  until: z.number(),
});

const secretOf = ({ settings }: Pick<Deps, "settings">) =>
  deriveKey(settings.appSecret, "move-request").toString("base64url");

interface Asked extends store.BoardPlacement {
  boardId: string;
  key: string;
  space: { id: string; name: string };
}

/** Never moves anything. @throws AppError 403 */
async function askCreator(deps: Deps, asked: Asked, { userId: asker }: Caller): Promise<never> {
  const { boardId, creator_id: creator, space, key } = asked;
  if (creator === null || !isFacilitator(asked, asker) || !(await isPresent(deps, boardId, creator)))
    throw new AppError(403, "creator_must_agree");
  const request: z.infer<typeof moveRequest> = {
    board: boardId,
    space: space.id,
    keyHash: sha256(key),
    asker,
    until: deps.clock() + limits.moveRequestMs,
  };
  const event: AskMoveEvent = {
    board_id: boardId,
    request: sealKey(secretOf(deps), JSON.stringify(request)),
    name: await store.findUserName(deps.database.db, asker),
    space: space.name,
  };
  deps.transport.broadcast(channels.user(creator), eventNames.askMove, event);
  throw new AppError(403, "creator_asked");
}

async function isPresent(
  { presence, log }: Pick<Deps, "presence" | "log">,
  boardId: string,
  userId: string,
): Promise<boolean> {
  try {
    return (await presence.members(channels.presence(boardId))).includes(userId);
  } catch (error) {
    log.warn({ err: error, board: boardId }, "who is present could not be learnt; nobody was asked");
    return false;
  }
}

/**
 * The creator's answer to a facilitator who asked to move the board [G3]; the facilitator gets an event.
 * @throws AppError 404 for everybody else, 409 `request_over`, 403 `space_boards_full`, `space_actions_full`
 */
export async function answerMoveRequest(
  deps: Deps,
  boardId: string,
  { request: sealed, agree }: AnswerMove,
  caller: Caller,
): Promise<void> {
  const request = openRequest(deps, sealed);
  const { space, asker } = await deps.database.transaction(async (db) => {
    const board = await store.lockPlacement(db, boardId);
    if (board === undefined || board.creator_id !== caller.userId) throw notFound();
    await openBoard(db, boardId, caller.userId);
    const isOpen = request?.board === boardId && request.until >= deps.clock();
    if (!isOpen || board.space_id !== null || !isFacilitator(board, request.asker)) throw requestOver();
    const { asker, keyHash } = request;
    const space = await store.lockSpace(db, ["key_hash", keyHash]);
    if (space?.id !== request.space) throw requestOver();
    if (agree) {
      const openActions = await countOpenActions(db, boardId);
      await requireRoomInSpace(db, space.id, { boards: 1, openActions });
      await enter(db, boardId, space.id);
      await forgetDepartures(db, boardId);
      await recordMember(db, { spaceId: space.id, userId: caller.userId, keyHash: null }, deps.clock());
    }
    return { space, asker };
  });
  const event: AnswerMoveEvent = { board_id: boardId, space: space.name, agreed: agree };
  deps.transport.broadcast(channels.user(asker), eventNames.answerMove, event);
  if (agree) announceToSpace(deps, space.id);
}

const requestOver = () => new AppError(409, "request_over");

function openRequest(deps: Pick<Deps, "settings">, sealed: string): z.infer<typeof moveRequest> | null {
  try {
    return moveRequest.parse(JSON.parse(openSealedKey(secretOf(deps), sealed)));
  } catch {
    return null;
  }
}

/**
 * Takes a board out of a space [G3].
 * @throws AppError 403 `board_locked`; 404 also for a board that is not in this space
 */
export async function moveBoardOut(deps: Deps, key: string, boardId: string, caller: Caller): Promise<void> {
  const spaceId = await deps.database.transaction(async (db) => {
    const { id } = await requireSpace(db, key);
    await lockManagedBoard(db, boardId, caller, id);
    await db.executeQuery(placeWrite(db, boardId, null));
    await recordDeparture(db, { boardId, spaceId: id }, deps.clock(), null);
    return id;
  });
  announceDeparture(deps, spaceId, boardId, caller);
}

/**
 * The creator's way out of a space whose key they have not [G3], also beside a facilitator and without the
 * passphrase: nothing of the board is shown. No member takes the board back.
 * @throws AppError 403 `forbidden` for everybody else, 404
 */
export async function takeOutOwnBoard(deps: Deps, boardId: string, caller: Caller): Promise<void> {
  const left = await deps.database.transaction(async (db) => {
    const board = await store.lockPlacement(db, boardId);
    if (board === undefined) throw notFound();
    if (board.creator_id !== caller.userId) throw new AppError(403, "forbidden");
    await db.executeQuery(placeWrite(db, boardId, null));
    await forgetDepartures(db, boardId);
    return board.space_id;
  });
  if (left !== null) announceDeparture(deps, left, boardId, caller);
}

/**
 * Takes back what left this space with its old key, or because a stranger set a passphrase [G15]: from any
 * space, beside any facilitator, and out of its bin into this one's. It shows nothing of the boards.
 * @returns how many there were
 * @throws AppError 403 `space_boards_full`, `space_actions_full`; 404
 */
export async function takeBoardsBack(deps: Deps, key: string, caller: Caller): Promise<number> {
  const { id, left, boards } = await deps.database.transaction(async (db) => {
    const { id } = await requireSpace(db, key);
    const departures = await findClaimable(db, id, deps.clock());
    const left: (string | null)[] = [];
    let openActions = 0;
    for (const { board_id: boardId, left_at } of departures) {
      left.push((await store.lockPlacement(db, boardId, { evenInBin: true }))?.space_id ?? null);
      openActions += await countOpenActions(db, boardId);
      const board = await findBoard(db, boardId);
      // Members could read it until the passphrase that took it away was set.
      if (board?.passphrase_set_at === left_at) await store.setClosedIn(db, boardId, id);
    }
    await requireHeldSpace(db, key);
    await requireRoomInSpace(db, id, { boards: departures.length, openActions });
    for (const { board_id: boardId } of departures) await enter(db, boardId, id);
    return { id, left, boards: departures.map(({ board_id: boardId }) => boardId) };
  });
  for (const other of new Set(left)) if (other !== null) announceToSpace(deps, other);
  if (boards.length > 0) announceToSpace(deps, id, caller.connection);
  for (const boardId of boards)
    deps.transport.broadcast(channels.facilitation(boardId), eventNames.review, {});
  return boards.length;
}

function announceDeparture(deps: Deps, spaceId: string, boardId: string, caller: Caller): void {
  announceToSpace(deps, spaceId, caller.connection);
  // The board shows the space's actions no more [F9].
  deps.transport.broadcast(channels.facilitation(boardId), eventNames.review, {});
}

/** Locks a board's row before the checks, so that nobody takes the seat or moves the board in between. */
async function lockManagedBoard(
  db: Db,
  boardId: string,
  caller: Caller,
  inSpace?: string,
): Promise<store.BoardPlacement> {
  const board = await store.lockPlacement(db, boardId);
  if (board === undefined || (inSpace !== undefined && board.space_id !== inSpace)) throw notFound();
  if (caller !== systemCaller) {
    requireAllowed(mayManageBoard(board, caller.userId));
    await openBoard(db, boardId, caller.userId);
  }
  return board;
}
