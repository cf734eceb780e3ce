import type { ChangeMeta } from "@retro/contract/changes";
import type { Facilitation } from "@retro/contract/entities";
import { withTimerStopped } from "@retro/rules/facilitation";
import { presentChange, type UnredactedChange } from "@retro/rules/present";
import { expiresAt } from "@retro/rules/timer";
import { runAfterCommit } from "../after-commit.ts";
import type { Db, Deps } from "../deps.ts";
import { notFound } from "../http/app-error.ts";
import { noteRestrictions } from "./whisper-restrictions.ts";
import { itemCount, requireCapacity } from "./capacity.ts";
import { type Caller, systemCaller, type TurnEvent } from "./caller.ts";
import { isUseDue } from "./last-use.ts";
import { publish } from "./publish.ts";
import { facilitationOf } from "./board-row.ts";
import type { BoardRow } from "./board-store.ts";
import { appendChange, type TouchedParts } from "./change-log-store.ts";
import { saveLastUse } from "./board-store.ts";
import { addCounts, bumpVersion, saveFacilitation } from "./board-store.ts";

/** One command's hold on a board: nobody else changes it until the work is done. */
export interface Turn {
  db: Db;
  board: BoardRow;
  /** In force when the turn began; `setSession` replaces it. */
  facilitation: Facilitation;
  /** The version that this turn makes. */
  version: number;
  now: number;
  caller: Caller;
  /** Tells what was written; without a record or a new session the turn leaves no trace. */
  record(change: UnredactedChange): void;
  setFacilitation(facilitation: Facilitation): void;
  /** Adds to the board's counts; negative for deletions. @throws AppError 422 on `title` when the board is full */
  countItems(sections: number, stickers: number): void;
  /** Makes the caller pay for a command that reads or deletes many items: the more items, the fewer a minute. */
  chargeItems(items: number): void;
  event: TurnEvent;
}

/** Reading this many items costs about as much as a write. */
const itemsPerWrite = 200;

type Attempt<T> =
  | { is: "committed"; value: T; meta: ChangeMeta; facilitation: Facilitation }
  | { is: "unchanged"; value: T; meta: ChangeMeta; facilitation: Facilitation }
  | { is: "timer expired" };

/**
 * Runs a command on a board in one transaction: takes the board's turn, does the work, and appends to the change log. Only after the
 * commit it announces the changes. Work that records nothing is rolled back without a trace; its value is still returned. A timer whose
 * time is up ends first, in a turn of the server, so that no command works with an expired timer.
 * @returns the work's value, and the `meta` of the answer to the caller
 * @throws AppError 404 for an unknown board; QueueFull when too many turns wait on this board; whatever the work throws,
 * nothing written then
 */
export async function takeTurn<T>(
  deps: Deps,
  boardId: string,
  caller: Caller,
  work: (turn: Turn) => Promise<T>,
): Promise<{ value: T; meta: ChangeMeta; facilitation: Facilitation }> {
  // One turn at a time on each board, before a connection is taken: forty voters on one board hold one connection, and the
  // others wait here in order. The turn includes telling the others, so that versions are broadcast in order.
  const { turns } = deps.store;
  // A request that waits for a busy board leaves the gate of requests: requests of other boards need its place.
  const waits = turns.isBusy(boardId);
  if (waits) caller.slot?.release();
  return await turns.run(boardId, async () => {
    if (waits) await caller.slot?.acquire();
    const first = await runTurn(deps, boardId, caller, work);
    if (first.is !== "timer expired") return first;
    await runTurn(deps, boardId, systemCaller, expireTimer, { timerMayBeExpired: true });
    const second = await runTurn(deps, boardId, caller, work, { timerMayBeExpired: true });
    if (second.is === "timer expired") throw new Error("the timer of this board does not end");
    return second;
  });
}

/** Ends the board's timer, exactly as stop does; the seat is cleared too while no option is set. */
async function expireTimer(turn: Turn): Promise<void> {
  const end = expiresAt(turn.facilitation.timer);
  if (end === null || turn.now < end) return;
  turn.setFacilitation(withTimerStopped(turn.facilitation));
  turn.event = { kind: "facilitation", name: "timer.delete" };
}

async function runTurn<T>(
  deps: Deps,
  boardId: string,
  caller: Caller,
  work: (turn: Turn) => Promise<T>,
  { timerMayBeExpired = false } = {},
): Promise<Attempt<T>> {
  const done = await deps.store.transaction(
    async (db) => {
      const board = await bumpVersion(db, boardId);
      if (!board) throw notFound();
      deps.limits.noteBoardSize(boardId, itemCount(board));
      const now = deps.clock();
      if (!timerMayBeExpired && board.timer_settles_at !== null && now >= board.timer_settles_at)
        return { is: "timer expired" as const };
      const { turn, changes, counts } = beginTurn(deps, { db, board, caller, now });
      const before = turn.facilitation;
      const value = await work(turn);
      const { facilitation } = turn;
      if (facilitation !== before) changes.push({ type: "session.put", session: facilitation });
      if (changes.length === 0) return { is: "unchanged" as const, value, board, facilitation };
      if (facilitation !== before) await saveFacilitation(db, boardId, facilitation);
      if (counts.sections !== 0 || counts.stickers !== 0)
        await addCounts(db, boardId, counts.sections, counts.stickers);
      await appendChange(db, boardId, board.version, summariseTouched(changes), now);
      if (caller !== systemCaller && isUseDue(board, now)) await saveLastUse(db, boardId, now);
      // Before the commit, because it could throw and the answer needs it.
      const presented = changes.flatMap((change) => presentChange(change, facilitation, caller.userId));
      const { version } = board;
      return {
        is: "committed" as const,
        value,
        presented,
        committed: { boardId, version, now, changes, facilitation, event: turn.event, caller },
      };
    },
    ({ is }) => is === "committed",
  );
  if (done.is === "timer expired") return done;
  if (done.is === "unchanged") {
    const { value, board, facilitation } = done;
    return { is: "unchanged", value, meta: { version: board.version - 1, changes: [] }, facilitation };
  }
  const { value, presented, committed } = done;
  const { version, facilitation } = committed;
  runAfterCommit(deps.log, "note the board's restrictions", () =>
    noteRestrictions(boardId, version, facilitation),
  );
  runAfterCommit(deps.log, "publish a change", () => publish(deps, committed));
  return { is: "committed", value, meta: { version, changes: presented }, facilitation };
}

interface TurnStart {
  db: Db;
  board: BoardRow;
  caller: Caller;
  now: number;
}

/** The turn that a command works with, and what the command notes in it. */
function beginTurn(deps: Deps, { db, board, caller, now }: TurnStart) {
  const changes: UnredactedChange[] = [];
  const counts = { sections: 0, stickers: 0 };
  const turn: Turn = {
    db,
    board,
    facilitation: facilitationOf(board),
    version: board.version,
    now,
    caller,
    record: (change) => changes.push(change),
    setFacilitation(next) {
      turn.facilitation = next;
    },
    countItems(sections, stickers) {
      counts.sections += sections;
      counts.stickers += stickers;
      if (sections > 0 || stickers > 0) requireCapacity(board, counts);
    },
    chargeItems(items) {
      const extra = Math.floor(items / itemsPerWrite);
      if (caller.client && extra > 0) deps.limits.charge(caller.client, { writes: extra });
    },
    event: { kind: "items" },
  };
  return { turn, changes, counts };
}

function summariseTouched(changes: readonly UnredactedChange[]): TouchedParts {
  const touched: TouchedParts = {};
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
