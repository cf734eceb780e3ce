import { LRUCache } from "lru-cache";
import type { Facilitation } from "@retro/contract/entities";
import { mayNameWriters } from "@retro/rules/permissions";

/** The server takes 50,000 websockets, so that no more boards are in use at a time. */
const maxRememberedBoards = 50_000;

interface Restrictions {
  /** The board's version with these restrictions. */
  version: number;
  authorsHidden: boolean;
  locked: boolean;
  writersNamed: boolean;
}

/**
 * What a board's options withhold from whispers, in memory, so that a whisper costs no query. Written by
 * every channel authorisation and every committed change; the boards used least recently are dropped.
 */
const restrictions = new LRUCache<string, Restrictions>({
  maxSize: maxRememberedBoards,
  sizeCalculation: () => 1,
});

/**
 * Stores the restrictions of a board at `version`. Transactions complete in any order: an older version never
 * replaces a newer one.
 */
export function noteRestrictions(boardId: string, version: number, facilitation: Facilitation): void {
  const known = restrictions.peek(boardId);
  if (known !== undefined && known.version > version) return;
  restrictions.set(boardId, {
    version,
    authorsHidden: facilitation.facilitator_options.avatars === "hide",
    locked: facilitation.locked ?? false,
    writersNamed: mayNameWriters(facilitation),
  });
}

/**
 * Whether the whisper "this user edits this sticker" may be relayed [H3, M2]: while avatars are hidden it
 * would name the author, and nobody edits on a locked board. False for a board that is not in memory.
 */
export function mayWhisperEdit(boardId: string): boolean {
  const known = restrictions.get(boardId);
  return known !== undefined && !known.authorsHidden && !known.locked;
}

/**
 * Whether the whisper "somebody writes in this column" may be relayed [M2]: not on a board that is known to
 * be locked.
 */
export function mayWhisperSomebodyWrites(boardId: string): boolean {
  return restrictions.get(boardId)?.locked !== true;
}

/**
 * Whether the whisper "this user writes in this column" may be relayed with the user's id [H7]. False for a
 * board that is not in memory.
 */
export function mayWhisperWriter(boardId: string): boolean {
  return restrictions.get(boardId)?.writersNamed === true;
}
