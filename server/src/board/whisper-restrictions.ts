import { LRUCache } from "lru-cache";
import type { Facilitation } from "@retro/contract/entities";

/** More boards than that are not in use at the same time: the server takes 50,000 websockets. */
const maxRememberedBoards = 50_000;

interface Restrictions {
  /** The board's version that they were read with. */
  version: number;
  authorsHidden: boolean;
}

/**
 * Whether authors are hidden on a board, kept in memory so that a whisper costs no query. Noted with every channel
 * authorisation and every committed change; the boards used least recently are dropped.
 */
const restrictions = new LRUCache<string, Restrictions>({
  maxSize: maxRememberedBoards,
  sizeCalculation: () => 1,
});

/**
 * Notes a board's session as read or committed with `version`. Transactions complete in any order: an older version
 * never replaces a newer one.
 */
export function noteRestrictions(boardId: string, version: number, facilitation: Facilitation): void {
  const known = restrictions.peek(boardId);
  if (known !== undefined && known.version > version) return;
  restrictions.set(boardId, { version, authorsHidden: facilitation.facilitator_options.avatars === "hide" });
}

/**
 * [H3] While avatars are hidden, "who is editing which sticker" would tell the author: such whispers are not relayed,
 * and neither are those of a board that is not in memory.
 */
export function mayWhisperEdit(boardId: string): boolean {
  return restrictions.get(boardId)?.authorsHidden === false;
}
