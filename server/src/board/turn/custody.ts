import type { BoardRow } from "../parts/board-store.ts";
import type { Db } from "../../deps.ts";
import { type Caller, systemCaller } from "./caller.ts";
import { findMembership } from "./custody-store.ts";
import { isKeyOfSpace } from "./space-store.ts";

/** With the request, or with one before: the browser of a member need not send the key each time. */
export async function hasKeyOfSpace(db: Db, spaceId: string, caller: Caller): Promise<boolean> {
  if (await isKeyOfSpace(db, spaceId, caller.spaceKey ?? null)) return true;
  return (await findMembership(db, spaceId, caller.userId))?.hasPresentKey === true;
}

type Closed = Pick<BoardRow, "creator_id" | "space_id" | "passphrase_set_at" | "passphrase_space_id">;

/**
 * May this user open a board whose passphrase they have not given? Nobody who could not read it when it was
 * closed [M5]: of a space, its members of that time with its present key; in no space, the creator, unless it
 * was closed in a space whose member the creator is no more.
 */
export async function mayOpenWithoutPassphrase(db: Db, board: Closed, caller: Caller): Promise<boolean> {
  if (caller === systemCaller) return true;
  const { creator_id, space_id, passphrase_space_id: closedIn, passphrase_set_at: closedAt } = board;
  if (space_id !== null ? space_id !== closedIn : creator_id !== caller.userId) return false;
  if (closedIn === null) return true;
  const member = await findMembership(db, closedIn, caller.userId);
  if (member === undefined) return space_id === null;
  if (closedAt === null || member.since > closedAt) return false;
  return member.hasPresentKey || isKeyOfSpace(db, closedIn, caller.spaceKey ?? null);
}
