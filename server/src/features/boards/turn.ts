import type { ChangeMeta } from "@retro/contract/changes";
import type { SessionState } from "@retro/contract/entities";
import { presentChange, type WholeChange } from "@retro/rules/present";
import { afterCommit } from "../../after-commit.ts";
import type { Db, Deps } from "../../deps.ts";
import { notFound } from "../../http/app-error.ts";
import { noteRestrictions } from "./access.ts";
import { itemCount, requireRoom } from "./capacity.ts";
import { type Caller, systemCaller, type TurnEvent } from "./caller.ts";
import { isUseDue } from "./last-use.ts";
import { publish } from "./publish.ts";
import { type BoardRow, sessionOf } from "./store-row.ts";
import { appendChange, type Touched } from "./store-changes.ts";
import { saveLastUse } from "./store-retention.ts";
import { addCounts, bumpVersion, saveSession } from "./store.ts";

/** One command's hold on a board: nobody else changes it until the work is done. */
export interface Turn {
  db: Db;
  board: BoardRow;
  /** In force when the turn began; `setSession` replaces it. */
  session: SessionState;
  /** The version that this turn makes. */
  version: number;
  now: number;
  caller: Caller;
  /** Tells what was written; without a record or a new session the turn leaves no trace. */
  record(change: WholeChange): void;
  setSession(session: SessionState): void;
  /** Adds to the board's counts; negative for deletions. @throws AppError 422 on `title` when the board is full */
  countItems(sections: number, stickers: number): void;
  /** Makes the caller pay for a command that reads or deletes many items: the more items, the fewer a minute. */
  chargeItems(items: number): void;
  event: TurnEvent;
}

/** Reading this many items costs about as much as a write. */
const itemsPerWrite = 200;

class Unchanged<T> extends Error {
  readonly value: T;
  readonly board: BoardRow;
  constructor(value: T, board: BoardRow) {
    super("unchanged");
    this.value = value;
    this.board = board;
  }
}

/** Settles an expired timer before anything else happens on its board; the session feature registers it, for each server in the process. */
const settlers = new WeakMap<Deps["store"], (boardId: string) => Promise<void>>();
export function registerSettling(deps: Deps, settle: (boardId: string) => Promise<void>): void {
  settlers.set(deps.store, settle);
}
class TimerDue extends Error {}

/**
 * Runs a command on a board in one transaction: takes the board's turn, does the work, and appends to the change log. Only after the
 * commit it announces the changes. Work that records nothing is rolled back without a trace; its value is still returned.
 * @returns the work's value, and the `meta` of the answer to the caller
 * @throws AppError 404 for an unknown board; QueueFull when too many turns wait on this board; whatever the work throws,
 * nothing written then
 */
export async function takeTurn<T>(
  deps: Deps,
  boardId: string,
  caller: Caller,
  work: (turn: Turn) => Promise<T>,
  options: { settling?: boolean } = {},
): Promise<{ value: T; meta: ChangeMeta; session: SessionState }> {
  try {
    // One turn at a time on each board, before a connection is taken: forty voters on one board hold one connection, and the
    // others wait here in order. The turn includes telling the others, so that versions are broadcast in order.
    const { turns } = deps.store;
    // A request that waits for a busy board leaves the gate of requests: requests of other boards need its place.
    const waits = turns.isBusy(boardId);
    if (waits) caller.place?.leave();
    return await turns.run(boardId, async () => {
      if (waits) await caller.place?.enter();
      return attempt(deps, boardId, caller, work, options.settling === true);
    });
  } catch (error) {
    if (error instanceof Unchanged)
      return {
        value: error.value as T,
        meta: { version: error.board.version - 1, changes: [] },
        session: sessionOf(error.board),
      };
    const settle = settlers.get(deps.store);
    if (!(error instanceof TimerDue) || !settle) throw error;
    await settle(boardId);
    return takeTurn(deps, boardId, caller, work, options);
  }
}

async function attempt<T>(
  deps: Deps,
  boardId: string,
  caller: Caller,
  work: (turn: Turn) => Promise<T>,
  settling: boolean,
) {
  const changes: WholeChange[] = [];
  let session: SessionState | null = null;
  const counts = { sections: 0, stickers: 0 };
  const done = await deps.store.transaction(async (db) => {
    changes.length = 0;
    session = null;
    counts.sections = counts.stickers = 0;
    const board = await bumpVersion(db, boardId);
    if (!board) throw notFound();
    deps.limits.noteBoardSize(boardId, itemCount(board));
    const now = deps.clock();
    if (!settling && board.timer_settles_at !== null && now >= board.timer_settles_at) throw new TimerDue();
    const before = sessionOf(board);
    const turn: Turn = {
      db,
      board,
      session: before,
      version: board.version,
      now,
      caller,
      record: (change) => changes.push(change),
      setSession(next) {
        session = next;
        turn.session = next;
      },
      countItems(sections, stickers) {
        counts.sections += sections;
        counts.stickers += stickers;
        if (sections > 0 || stickers > 0) requireRoom(board, counts);
      },
      chargeItems(items) {
        const extra = Math.floor(items / itemsPerWrite);
        if (caller.client && extra > 0) deps.limits.charge(caller.client, { writes: extra });
      },
      event: { kind: "items" },
    };
    const value = await work(turn);
    if (session !== null) changes.push({ type: "session.put", session });
    if (changes.length === 0) throw new Unchanged(value, board);
    if (session !== null) await saveSession(db, boardId, session);
    if (counts.sections !== 0 || counts.stickers !== 0)
      await addCounts(db, boardId, counts.sections, counts.stickers);
    await appendChange(db, boardId, board.version, touchedBy(changes), now);
    if (caller !== systemCaller && isUseDue(board, now)) await saveLastUse(db, boardId, now);
    // Before the commit, because it could throw and the answer needs it.
    const presented = changes.flatMap((change) => presentChange(change, turn.session, caller.userId));
    return { value, event: turn.event, presented, version: board.version, now, session: turn.session };
  });
  const { value, presented, version, ...committed } = done;
  afterCommit(deps.log, "note the board's restrictions", () =>
    noteRestrictions(boardId, version, done.session),
  );
  afterCommit(deps.log, "publish a change", () =>
    publish(deps, { boardId, changes, version, ...committed, caller }),
  );
  return { value, meta: { version, changes: presented }, session: done.session };
}

function touchedBy(changes: readonly WholeChange[]): Touched {
  const touched: Touched = {};
  for (const change of changes) {
    if (change.type === "item.put") (touched.put ??= []).push(change.item.id);
    else if (change.type === "item.deleted") (touched.del ??= []).push(...change.ids);
    else if (change.type === "vote") touched.vote = { item: change.item_id, user: change.user_id };
    else if (change.type === "board.put") touched.head = true;
    else if (change.type === "session.put") touched.session = true;
    else if (change.type === "votes.reset") touched.reset = true;
    else if (change.type !== "tick") change satisfies never;
  }
  return touched;
}
