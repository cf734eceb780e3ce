import { AdminCommandError } from "./admin-cli-data.ts";
import { boardIdOf } from "./admin-cli-words.ts";
import { systemCaller } from "../board/turn/caller.ts";
import type { Deps } from "../deps.ts";
import { describeBoard } from "../features/boards/board-deletion.ts";
import { restoreBoard } from "../features/boards/management.ts";
import { removePassphrase } from "../features/boards/passphrase.ts";
import { postBoardNotice } from "../features/notices/notices.ts";
import { moveBoardIn } from "../features/spaces/custody.ts";
import { AppError } from "../http/errors/app-error.ts";
import { loadTranslators } from "../http/session/locale.ts";

export interface BoardRepair {
  "no-passphrase"?: boolean | undefined;
  restore?: boolean | undefined;
  "to-space"?: string | undefined;
}

/** Lets users who are locked out in again. Facilitator, options and lock stay: nothing is revealed. */
export async function repairBoard(deps: Deps, which: string, repair: BoardRepair): Promise<void> {
  const { "no-passphrase": open, restore, "to-space": space } = repair;
  const asked = [open, restore, space].filter((value) => value !== undefined);
  if (asked.length !== 1)
    throw new AdminCommandError("board takes one of --no-passphrase, --restore and --to-space <key>.");
  const id = boardIdOf(which);
  const board = await describeBoard(deps, id);
  if (!board) throw new AdminCommandError(`There is no board ${which}.`);
  const name = `The board "${board.title}"`;
  if (restore === true) {
    if (board.deleted_at === null) throw new AdminCommandError(`${name} is not in the bin.`);
    await orSay(
      restoreBoard({ deps, boardId: id, caller: systemCaller }),
      `${name} has been in the bin for more than 30 days.`,
    );
    console.log(`${name} is back.`);
  } else if (board.deleted_at !== null)
    throw new AdminCommandError(`${name} is in the bin. First: npm run admin -- board ${id} --restore`);
  else if (open === true) {
    if (board.passphrase_hash === null) throw new AdminCommandError(`${name} has no passphrase.`);
    await removePassphrase({ deps, boardId: id, caller: systemCaller });
    console.log(`${name} has no passphrase any more: everyone with its link can open it.`);
  } else {
    const key = (space ?? "").trim().split(/[/#]/).findLast(Boolean) ?? "";
    await orSay(moveBoardIn(deps, { key, leaving: null }, id, systemCaller), "No space has this key.");
    console.log(`${name} is in this space now.`);
  }
  const changed = await describeBoard(deps, id);
  if (changed !== undefined && changed.version > board.version)
    await postBoardNotice(deps, id, changed.version);
}

async function orSay(work: Promise<void>, why: string): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.statusCode === 404) throw new AdminCommandError(why);
    const { en } = await loadTranslators();
    throw new AdminCommandError(en(`error.${error.code}`, error.details.params));
  }
}
