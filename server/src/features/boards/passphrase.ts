import { type BoardCall, systemCaller } from "../../board/turn/caller.ts";
import { findBoard } from "../../board/parts/board-store.ts";
import { endBoardSubscriptions } from "../../board/turn/other-nodes.ts";
import { addPass, deletePasses, hasPass } from "../../board/turn/pass-store.ts";
import { openBoard, requireAccess } from "../../board/turn/board-access.ts";
import { announceToSpace } from "../../board/turn/space-events.ts";
import { isKeyOfSpace } from "../../board/turn/space-store.ts";
import { takeTurn } from "../../board/turn/turn.ts";
import { mayManageBoard } from "@retro/rules/permissions";
import { runAfterCommit } from "../../after-commit.ts";
import { fieldError, notFound, requireAllowed } from "../../http/errors/app-error.ts";
import { hashPassword, isPassword } from "../admin/passwords.ts";
import { clearAttempts, countAttempt, passphraseSubjects } from "../admin/throttle.ts";
import { announceVersion } from "./board-deletion.ts";
import { facilitationOf } from "../../board/parts/board-row.ts";
import { manage } from "./management.ts";
import { holdPassphrase, passphraseWrite } from "./store.ts";

const normalised = (passphrase: string) => passphrase.normalize("NFKC");

/**
 * Everybody else must give the new passphrase: their passes and subscriptions end [M5].
 * @throws AppError 403 `board_locked`, or as `openBoard`
 */
export async function setPassphrase({ deps, boardId, caller }: BoardCall, passphrase: string): Promise<void> {
  // Hashing takes a while: nobody who may not set a passphrase makes the server do it, and no turn waits for
  // it.
  const board = await openBoard(deps.database.db, boardId, caller.userId);
  requireAllowed(mayManageBoard(facilitationOf(board), caller.userId));
  const hash = await hashPassword(normalised(passphrase));
  const { meta } = await manage({ deps, boardId, caller }, async (turn) => {
    await deletePasses(turn.db, boardId);
    await addPass(turn.db, boardId, caller.userId, turn.now, { hasSet: true });
    turn.writeLater(passphraseWrite(turn.db, boardId, hash));
    turn.record({ type: "tick" });
  });
  runAfterCommit(deps.log, "end the subscriptions to a board with a new passphrase", () => {
    announceVersion(deps, boardId, meta.version + 1);
    endBoardSubscriptions(deps, boardId, caller.userId);
  });
}

/**
 * The creator and whoever has the key of the board's space need not give it [M5]: otherwise nobody could open
 * a board whose passphrase a visitor has set.
 * @throws AppError for all others as `setPassphrase`; 404 `board_in_bin`
 */
export async function removePassphrase({ deps, boardId, caller }: BoardCall): Promise<void> {
  const { value: spaceId } = await takeTurn(
    deps,
    boardId,
    caller,
    async (turn) => {
      const { db, board, facilitation } = turn;
      const { creator_id, space_id, passphrase_hash } = board;
      const mayAlways =
        caller === systemCaller ||
        creator_id === caller.userId ||
        (await isKeyOfSpace(db, space_id, caller.spaceKey ?? null));
      await requireAccess(db, mayAlways ? { ...board, passphrase_hash: null } : board, caller.userId);
      if (!mayAlways) requireAllowed(mayManageBoard(facilitation, caller.userId));
      if (passphrase_hash === null) return null;
      await deletePasses(db, boardId);
      turn.writeLater(passphraseWrite(db, boardId, null));
      turn.record({ type: "tick" });
      return space_id;
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
    if (!(await holdPassphrase(trx, boardId, hash))) throw wrong();
    await addPass(trx, boardId, caller.userId, deps.clock());
    await clearAttempts(trx, subjects);
  });
}
