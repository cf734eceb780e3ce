import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { UnredactedChange } from "@retro/rules/present";
import type { PendingQuery } from "../../db/engines/query-batch.ts";
import type { Db, Deps } from "../../deps.ts";

export interface OutboxBoard {
  id: string;
  title: string;
  space_id: string | null;
  passphrase_hash: string | null;
  version: number;
}

export interface TurnResult {
  board: OutboxBoard;
  before: Facilitation;
  facilitation: Facilitation;
  changes: readonly UnredactedChange[];
  now: number;
}

/** Writes the messages for others in the transaction of the change itself: a crash loses neither. */
export interface BoardOutbox {
  afterTurn(db: Db, turn: TurnResult): PendingQuery[];
  afterCreation(db: Db, board: OutboxBoard, now: number): PendingQuery[];
}

const outboxes = new WeakMap<Deps["database"], BoardOutbox>();

/** `null`: nobody needs a message, and a turn does no work for it. */
export function setOutbox({ database }: Pick<Deps, "database">, outbox: BoardOutbox | null): void {
  if (outbox === null) outboxes.delete(database);
  else outboxes.set(database, outbox);
}

export function outboxOf({ database }: Pick<Deps, "database">): BoardOutbox | undefined {
  return outboxes.get(database);
}

/** In the transaction that makes the board, or that finishes it. */
export async function recordCreation(
  deps: Pick<Deps, "database">,
  db: Db,
  board: OutboxBoard,
  now: number,
): Promise<void> {
  const outbox = outboxOf(deps);
  if (outbox === undefined) return;
  for (const write of outbox.afterCreation(db, board, now)) await db.executeQuery(write);
}
