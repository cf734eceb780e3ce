import type { Caller } from "../../board/caller.ts";
import { findBoard } from "../../board/board-store.ts";
import { endBoardSubscriptions } from "../../board/other-nodes.ts";
import { addPass, deletePasses, hasPass } from "../../board/pass-store.ts";
import { openBoard } from "../../board/board-access.ts";
import { announceToSpace } from "../../board/space-events.ts";
import { takeTurn } from "../../board/turn.ts";
import { mayManageBoard } from "@retro/rules/permissions";
import { runAfterCommit } from "../../after-commit.ts";
import type { Deps } from "../../deps.ts";
import { fieldError, notFound, requireAllowed } from "../../http/app-error.ts";
import { hashPassword, isPassword } from "../admin/passwords.ts";
import { clearAttempts, countAttempt, passphraseSubjects } from "../admin/throttle.ts";
import { announceVersion } from "./board-deletion.ts";
import { facilitationOf } from "../../board/board-row.ts";
import { holdPassphrase, passphraseWrite } from "./state-store.ts";

/** Keyboards may write the same letters in different ways. */
const normalised = (passphrase: string) => passphrase.normalize("NFKC");

/**
 * Sets, changes or removes a board's passphrase (M5). Everybody else must give the new one: their passes and subscriptions end.
 * @param passphrase null removes it
 * @throws AppError 403 `board_locked` for everyone but the facilitator while there is one, or as `openBoard`
 */
export async function setPassphrase(
  deps: Deps,
  boardId: string,
  caller: Caller,
  passphrase: string | null,
): Promise<void> {
  // Hashing takes a while: nobody who may not set a passphrase makes the server do it, and no turn waits for it.
  const board = await openBoard(deps.store.db, boardId, caller.userId);
  requireAllowed(mayManageBoard(facilitationOf(board), caller.userId));
  const hash = passphrase === null ? null : await hashPassword(normalised(passphrase));
  const { meta, value: spaceId } = await takeTurn(
    deps,
    boardId,
    caller,
    async (turn) => {
      requireAllowed(mayManageBoard(turn.facilitation, caller.userId));
      if (hash === null && turn.board.passphrase_hash === null) return null;
      await deletePasses(turn.db, boardId);
      if (hash !== null) await addPass(turn.db, boardId, caller.userId, turn.now);
      turn.writeLater(passphraseWrite(turn.db, boardId, hash));
      turn.record({ type: "tick" });
      return turn.board.space_id;
    },
    { evenIfLocked: true },
  );
  if (spaceId !== null) announceToSpace(deps, spaceId, caller.connection);
  if (hash === null || meta.changes.length === 0) return;
  runAfterCommit(deps.log, "end the subscriptions to a board with a new passphrase", () => {
    announceVersion(deps, boardId, meta.version + 1);
    endBoardSubscriptions(deps, boardId, caller.userId);
  });
}

/**
 * Lets a user who gives a board's passphrase in, on this device for as long as the passphrase stays the same (M5).
 * @param address for which wrong passphrases count
 * @throws AppError 404 for an unknown board and for one in the bin; 422 on `passphrase` for a wrong one; 429 after too many
 */
export async function givePassphrase(
  deps: Deps,
  boardId: string,
  caller: Caller,
  { passphrase, address }: { passphrase: string; address: string },
): Promise<void> {
  const { store } = deps;
  const board = await findBoard(store.db, boardId);
  if (board === undefined) throw notFound();
  if (board.deleted_at !== null) await openBoard(store.db, boardId, caller.userId);
  const hash = board.passphrase_hash;
  if (hash === null || (await hasPass(store.db, boardId, caller.userId))) return;
  const subjects = passphraseSubjects(boardId, address);
  await store.transaction((trx) => countAttempt(deps, trx, subjects));
  const wrong = () => fieldError("passphrase", "validation.passphraseWrong");
  if (!(await isPassword(normalised(passphrase), hash))) throw wrong();
  await store.transaction(async (trx) => {
    // Another one may have been set while this one was checked.
    if (!(await holdPassphrase(trx, boardId, hash))) throw wrong();
    await addPass(trx, boardId, caller.userId, deps.clock());
    await clearAttempts(trx, subjects);
  });
}
