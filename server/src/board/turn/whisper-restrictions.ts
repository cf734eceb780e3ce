import { LRUCache } from "lru-cache";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { mayNameWriters } from "@retro/rules/permissions";

/** The server takes 50,000 websockets, so that no more boards are in use at a time. */
const maxRememberedBoards = 50_000;

interface Restrictions {
  version: number;
  authorsHidden: boolean;
  locked: boolean;
  writersNamed: boolean;
  hasMeeting: boolean;
}

/** In memory, so that a whisper costs no query. The boards used least recently are dropped. */
const restrictions = new LRUCache<string, Restrictions>({
  maxSize: maxRememberedBoards,
  sizeCalculation: () => 1,
});

/** Transactions complete in any order: an older version never replaces a newer one. */
export function recordRestrictions(boardId: string, version: number, facilitation: Facilitation): void {
  const known = restrictions.peek(boardId);
  if (known !== undefined && known.version > version) return;
  restrictions.set(boardId, {
    version,
    authorsHidden: facilitation.facilitator_options.avatars === "hide",
    locked: facilitation.locked ?? false,
    writersNamed: mayNameWriters(facilitation),
    hasMeeting: facilitation.meeting !== undefined,
  });
}

/** Not while avatars are hidden, on a locked board [H3, M2], or on one that is not in memory. */
export function mayWhisperEdit(boardId: string): boolean {
  const known = restrictions.get(boardId);
  return known !== undefined && !known.authorsHidden && !known.locked;
}

/** Not on a board that is known to be locked [M2]. */
export function mayWhisperSomebodyWrites(boardId: string): boolean {
  return restrictions.get(boardId)?.locked !== true;
}

/** With the user's id [H7]. Not on a board that is not in memory. */
export function mayWhisperWriter(boardId: string): boolean {
  return restrictions.get(boardId)?.writersNamed === true;
}

/** Whether people may wait for each other there [F5]. */
export function isInMeeting(boardId: string): boolean {
  return restrictions.peek(boardId)?.hasMeeting === true;
}
