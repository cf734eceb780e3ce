import type { SessionState } from "@retro/contract/entities";
import type { Deps } from "../../deps.ts";
import { noteUse } from "./last-use.ts";
import { sessionOf } from "./store-row.ts";
import { findBoard } from "./store.ts";

/** Boards on which nobody may learn who wrote what; kept beside the database so that a whisper costs no query. */
const authorsHidden = new Set<string>();

/** Called with every session that is loaded for a channel or committed by a turn. */
export function noteRestrictions(boardId: string, session: SessionState): void {
  if (session.facilitator_options.avatars === "hide") authorsHidden.add(boardId);
  else authorsHidden.delete(boardId);
}

/** [H3] While avatars are hidden, "who is editing which sticker" would tell the author: such whispers are not relayed. */
export function mayWhisperEdit(boardId: string): boolean {
  return !authorsHidden.has(boardId);
}

/** Knowing the link is being invited: does the board exist? To ask counts as a use of it. */
export async function boardExists(deps: Deps, boardId: string): Promise<boolean> {
  const row = await findBoard(deps.store.db, boardId);
  if (!row) return false;
  noteRestrictions(boardId, sessionOf(row));
  await noteUse(deps, row);
  return true;
}
