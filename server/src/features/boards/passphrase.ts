import { channels, eventNames } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import type { Db } from "../../deps.ts";
import { type BoardCall, type Caller } from "../../board/turn/caller.ts";
import { hasKeyOfSpace, mayOpenWithoutPassphrase } from "../../board/turn/custody.ts";
import { forgetDepartures, placeWrite, recordDeparture } from "../../board/turn/custody-store.ts";
import { type BoardRow, findBoard } from "../../board/parts/board-store.ts";
import { endBoardSubscriptions } from "../../board/turn/other-nodes.ts";
import { addPass, deletePasses, hasPass } from "../../board/turn/pass-store.ts";
import { openBoard, requireAccess } from "../../board/turn/board-access.ts";
import { announceToSpace } from "../../board/turn/space-events.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";
import { mayManageBoard } from "@retro/rules/permissions";
import { runAfterCommit } from "../../after-commit.ts";
import { fieldError, notFound, requireAllowed } from "../../http/errors/app-error.ts";
import { hashPassword, isPassword } from "../admin/passwords.ts";
import { clearAttempts, countAttempt, passphraseSubjects } from "../admin/throttle.ts";
import { announceVersion } from "./board-deletion.ts";
import { facilitationOf } from "../../board/parts/board-row.ts";
import { manage } from "./management.ts";
import { lockPassphrase, passphraseWrite } from "./store.ts";

const normalised = (passphrase: string) => passphrase.normalize("NFKC");

/**
 * Everybody else must give the new passphrase: their passes and subscriptions end [M5]. A board in a space whose
 * key the caller has not shown leaves it first: its members could remove the passphrase otherwise.
 * @returns whether it has left one
 * @throws AppError 403 `board_locked`, or as `openBoard`
 */
export async function setPassphrase(
  { deps, boardId, caller }: BoardCall,
  passphrase: string,
): Promise<{ hasLeftSpace: boolean }> {
  // Hashing takes a while: nobody who may not set a passphrase makes the server do it, and no turn waits for
  // it.
  const board = await findBoard(deps.database.db, boardId);
  if (board === undefined) throw notFound();
  await openEvenIfClosed(deps.database.db, board, caller);
  requireAllowed(mayManageBoard(facilitationOf(board), caller.userId));
  const hash = await hashPassword(normalised(passphrase));
  const { value: hasLeftSpace, meta } = await manage(
    { deps, boardId, caller },
    async (turn) => {
      await openEvenIfClosed(turn.db, turn.board, caller);
      const place = await leaveForeignSpace(turn);
      await deletePasses(turn.db, boardId);
      await addPass(turn.db, boardId, caller.userId, turn.now, { hasSet: true });
      turn.writeLater(passphraseWrite(turn.db, boardId, { hash, ...closingOf(turn, place) }));
      turn.record({ type: "tick" });
      return place !== turn.board.space_id;
    },
    { checksAccess: true },
  );
  runAfterCommit(deps.log, "end the subscriptions to a board with a new passphrase", () => {
    announceVersion(deps, boardId, meta.version + 1);
    endBoardSubscriptions(deps, boardId, caller.userId);
  });
  if (hasLeftSpace) deps.transport.broadcast(channels.facilitation(boardId), eventNames.review, {});
  return { hasLeftSpace };
}

/** @returns the space that the board is in afterwards */
async function leaveForeignSpace({ db, board, caller, now }: Turn): Promise<string | null> {
  const { id: boardId, space_id: spaceId, creator_id } = board;
  if (spaceId === null || (await hasKeyOfSpace(db, spaceId, caller))) return spaceId;
  await db.executeQuery(placeWrite(db, boardId, null));
  if (creator_id === caller.userId) await forgetDepartures(db, boardId);
  else await recordDeparture(db, { boardId, spaceId }, now, now + limits.takeBackMs);
  return null;
}

/** Who could read the board when it was closed may open it [M5]: another passphrase lets nobody else in. */
function closingOf(
  { board, caller, now }: Turn,
  place: string | null,
): { at: number; inSpace: string | null } {
  const isOwnAndOut = place === null && board.creator_id === caller.userId;
  return board.passphrase_hash === null || isOwnAndOut
    ? { at: now, inSpace: place }
    : { at: board.passphrase_set_at ?? now, inSpace: board.passphrase_space_id };
}

/** @returns whether the caller may open the board without its passphrase @throws AppError as `requireAccess` */
async function openEvenIfClosed(db: Db, board: BoardRow, caller: Caller): Promise<boolean> {
  const isOpenAnyway = await mayOpenWithoutPassphrase(db, board, caller);
  await requireAccess(db, isOpenAnyway ? { ...board, passphrase_hash: null } : board, caller.userId);
  return isOpenAnyway;
}

/**
 * Those of `mayOpenWithoutPassphrase` need not give it [M5], and do so beside a facilitator, too: otherwise
 * nobody could open a board whose passphrase a visitor has set.
 * @throws AppError for all others as `setPassphrase`; 404 `board_in_bin`
 */
export async function removePassphrase({ deps, boardId, caller }: BoardCall): Promise<void> {
  const { value: spaceId } = await takeTurn(
    deps,
    boardId,
    caller,
    async (turn) => {
      const { db, board, facilitation } = turn;
      if (!(await openEvenIfClosed(db, board, caller)))
        requireAllowed(mayManageBoard(facilitation, caller.userId));
      if (board.passphrase_hash === null) return null;
      await deletePasses(db, boardId);
      turn.writeLater(passphraseWrite(db, boardId, null));
      turn.record({ type: "tick" });
      return board.space_id;
    },
    { evenIfLocked: true, checksAccess: true },
  );
  if (spaceId !== null) announceToSpace(deps, spaceId, caller.connection);
}

/**
 * On this device, for as long as the passphrase stays the same [M5]. Wrong ones count by `address`.
 * @throws AppError 404 `board_in_bin` or unknown, 422 on `passphrase`, 429 after too many
 */
export async function givePassphrase(
  { deps, boardId, caller }: BoardCall,
  { passphrase, address }: { passphrase: string; address: string },
): Promise<void> {
  const { database } = deps;
  const board = await findBoard(database.db, boardId);
  if (board === undefined) throw notFound();
  if (board.deleted_at !== null) await openBoard(database.db, boardId, caller.userId);
  const hash = board.passphrase_hash;
  if (hash === null || (await hasPass(database.db, boardId, caller.userId))) return;
  const subjects = passphraseSubjects(boardId, caller.userId, address);
  await database.transaction((trx) => countAttempt(deps, trx, subjects));
  const wrong = () => fieldError("passphrase", "validation.passphraseWrong");
  if (!(await isPassword(normalised(passphrase), hash))) throw wrong();
  await database.transaction(async (trx) => {
    // Another one may have been set while this one was checked.
    if (!(await lockPassphrase(trx, boardId, hash))) throw wrong();
    await addPass(trx, boardId, caller.userId, deps.clock());
    await clearAttempts(trx, subjects);
  });
}
