import type { ChangeMeta } from "@retro/contract/changes";
import type { Facilitation } from "@retro/contract/entities";
import { withTimerStopped } from "@retro/rules/facilitation";
import { mayWrite } from "@retro/rules/permissions";
import { presentChange, privilegedAudiences, type UnredactedChange } from "@retro/rules/present";
import { expiresAt } from "@retro/rules/timer";
import { runAfterCommit } from "../../after-commit.ts";
import { type PendingQuery, writeWithCommit } from "../../db/engines/query-batch.ts";
import type { Db, Deps } from "../../deps.ts";
import { AppError, notFound, requireAllowed } from "../../http/errors/app-error.ts";
import { broadcastSeconds, turnSeconds } from "../../observe/metrics.ts";
import { traced } from "../../observe/tracing.ts";
import { noteRestrictions } from "./whisper-restrictions.ts";
import { itemCount, requireCapacity } from "./capacity.ts";
import { type Caller, systemCaller, type TurnEvent } from "./caller.ts";
import { lastUseWrites } from "./last-use.ts";
import { announceFacilitation } from "./other-nodes.ts";
import { passHolders } from "./pass-store.ts";
import { outboxOf } from "./board-outbox.ts";
import { type CommittedTurn, publish } from "./publish.ts";
import { requireAccess } from "./board-access.ts";
import { facilitationOf } from "../parts/board-row.ts";
import type { BoardRow } from "../parts/board-store.ts";
import { changeWrites } from "../read/change-log-store.ts";
import { summariseTouched } from "../read/touched-parts.ts";
import { bumpVersion, countsWrite, facilitationWrite } from "../parts/board-store.ts";

/** What a command works with: nobody else changes the board until its work is done. */
export interface Turn {
  db: Db;
  board: BoardRow;
  /** What `TurnOptions.reads` has found, query by query. */
  rows: readonly unknown[][];
  facilitation: Facilitation;
  version: number;
  now: number;
  caller: Caller;
  /** Sends this write at the end of the turn: nothing may read what it writes before. */
  writeLater(write: PendingQuery): void;
  /** Says what was written. A turn without a record and without a new facilitation is rolled back. */
  record(change: UnredactedChange): void;
  setFacilitation(facilitation: Facilitation): void;
  /** Negative for deletions. Refuses with 422 on `title` when the board is full. */
  countItems(sections: number, stickers: number): void;
  /** For a command that reads or deletes many items. Refuses with 429. */
  chargeItems(items: number): void;
  event: TurnEvent;
}

/** Reading this many items costs about as much as a write. */
const itemsPerWrite = 200;

export interface TurnOptions {
  /** The command may work on a locked board: it unlocks the board, or changes nothing on it [M2]. */
  evenIfLocked?: boolean;
  /** The command restores the board from the bin, or removes its passphrase [M4, M5]. */
  checksAccess?: boolean;
  /** What the command must know of the board in any case: read with its row, which the caller may not see. */
  reads?: (db: Db) => readonly PendingQuery[];
}

type Attempt<T> =
  | { is: "committed"; value: T; meta: ChangeMeta; facilitation: Facilitation }
  | { is: "unchanged"; value: T; meta: ChangeMeta; facilitation: Facilitation }
  | { is: "timer expired" };

/**
 * Carries out a command on a board: one transaction, one version, one entry in the change log, and the events
 * after the commit (spec 10.1, 10.10; ADR 2026-11-22-kernel). Work that records nothing is rolled back; its
 * value is still returned. A timer whose time is up ends first, in a turn of the server (spec 11.3). A locked
 * board refuses every turn, except the server's and the few that name it in `options` [M2].
 */
export async function takeTurn<T>(
  deps: Deps,
  boardId: string,
  caller: Caller,
  work: (turn: Turn) => Promise<T>,
  options: TurnOptions = {},
): Promise<{ value: T; meta: ChangeMeta; facilitation: Facilitation }> {
  // Turns on one board run in order, and wait before they take a database connection: forty voters hold one
  // connection. A turn includes its broadcast, so that versions are broadcast in order.
  const { turns } = deps.database;
  // A request that waits for a busy board gives up its slot, so that requests to other boards can work.
  const waits = turns.isBusy(boardId);
  if (waits) caller.slot?.release();
  return await observeTurn(() =>
    turns.run(boardId, async () => {
      if (waits) await caller.slot?.acquire();
      const first = await runTurn(deps, boardId, caller, work, options);
      if (first.is !== "timer expired") return first;
      await runTurn(deps, boardId, systemCaller, expireTimer, { timerMayBeExpired: true });
      const second = await runTurn(deps, boardId, caller, work, { ...options, timerMayBeExpired: true });
      if (second.is === "timer expired") throw new Error("the timer of this board does not end");
      return second;
    }),
  );
}

async function observeTurn<T extends { is: string }>(turn: () => Promise<T>): Promise<T> {
  const end = turnSeconds.startTimer();
  try {
    const done = await traced("turn", turn);
    end({ outcome: done.is });
    return done;
  } catch (error) {
    end({ outcome: error instanceof AppError ? "refused" : "failed" });
    throw error;
  }
}

/** Exactly as stop does: the seat is cleared too while no option is set (spec 4.1, 11.3). */
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
  {
    timerMayBeExpired = false,
    evenIfLocked = false,
    checksAccess = false,
    reads,
  }: TurnOptions & { timerMayBeExpired?: boolean },
): Promise<Attempt<T>> {
  // Returns what became of the turn and throws nothing to roll back: only "committed" is written.
  const outcome = await deps.database.transaction(
    async (db) => {
      const { sessionCheck } = caller;
      const session = sessionCheck === undefined ? [] : [sessionCheck.query(db)];
      const { board, rows } = await bumpVersion(db, boardId, [...session, ...(reads?.(db) ?? [])]);
      sessionCheck?.confirm(rows.shift() ?? []);
      if (!board) throw notFound();
      if (caller !== systemCaller && !checksAccess) await requireAccess(db, board, caller.userId);
      deps.rateLimiter.noteBoardSize(boardId, itemCount(board));
      const now = deps.clock();
      if (!timerMayBeExpired && board.timer_settles_at !== null && now >= board.timer_settles_at)
        return { is: "timer expired" as const };
      const draft = beginTurn(deps, { db, board, rows, caller, now });
      if (!evenIfLocked && caller !== systemCaller) requireAllowed(mayWrite(draft.turn.facilitation));
      const value = await work(draft.turn);
      const { facilitation } = draft.turn;
      const changes = recordedChanges(draft);
      if (changes.length === 0) return { is: "unchanged" as const, value, board, facilitation };
      // Before the commit, because it could throw and the answer needs it.
      const presented = changes.flatMap((change) => presentChange(change, facilitation, caller.userId));
      const { event } = draft.turn;
      const admitted = await admittedTo(draft, changes);
      await writeTurn(deps, draft, changes);
      return {
        is: "committed" as const,
        value,
        presented,
        committed: {
          boardId,
          spaceId: board.space_id,
          version: board.version,
          now,
          changes,
          facilitation,
          seatChanged: facilitation.facilitator_id !== draft.before.facilitator_id,
          event,
          caller,
          admitted,
        },
      };
    },
    ({ is }) => is === "committed",
  );
  if (outcome.is === "timer expired") return outcome;
  if (outcome.is === "unchanged") {
    const { value, board, facilitation } = outcome;
    return { is: "unchanged", value, meta: { version: board.version - 1, changes: [] }, facilitation };
  }
  const { value, presented, committed } = outcome;
  announce(deps, committed);
  const { version, facilitation } = committed;
  return { is: "committed", value, meta: { version, changes: presented }, facilitation };
}

/** Those of the users who may see more who have given the passphrase [M5]; null: none is needed. */
async function admittedTo({ turn }: TurnDraft, changes: readonly UnredactedChange[]) {
  const { db, board, facilitation } = turn;
  if (board.passphrase_hash === null) return null;
  return passHolders(db, board.id, [...privilegedAudiences(changes, facilitation)]);
}

function recordedChanges({ turn, changes, before }: TurnDraft): UnredactedChange[] {
  const { facilitation } = turn;
  return facilitation === before ? changes : [...changes, { type: "session.put", session: facilitation }];
}

async function writeTurn(
  deps: Deps,
  { turn, before, counts, writes }: TurnDraft,
  changes: readonly UnredactedChange[],
): Promise<void> {
  const { db, board, facilitation, now } = turn;
  const { id, version } = board;
  await writeWithCommit(db, [
    ...writes,
    ...(facilitation === before ? [] : [facilitationWrite(db, id, facilitation)]),
    ...(counts.sections === 0 && counts.stickers === 0 ? [] : [countsWrite(db, id, counts)]),
    ...changeWrites(db, {
      boardId: id,
      version,
      touched: summariseTouched(changes, turn.caller.userId),
      now,
    }),
    ...(outboxOf(deps)?.afterTurn(db, { board, before, facilitation, changes, now }) ?? []),
    ...(turn.caller === systemCaller ? [] : lastUseWrites(db, board, turn.caller.userId, now)),
  ]);
}

/** After the commit: neither step may fail the request, whose change is saved. */
function announce(deps: Deps, committed: CommittedTurn): void {
  const { boardId, version, facilitation, changes } = committed;
  runAfterCommit(deps.log, "note the board's restrictions", () => {
    noteRestrictions(boardId, version, facilitation);
    // Before the event: a whisper of a client that has seen the event must not pass another node.
    if (changes.some(({ type }) => type === "session.put"))
      announceFacilitation(deps, { boardId, version, facilitation });
  });
  const end = broadcastSeconds.startTimer();
  runAfterCommit(deps.log, "publish a change", () => traced("broadcast", () => publish(deps, committed)));
  end();
}

interface TurnStart {
  db: Db;
  board: BoardRow;
  rows: readonly unknown[][];
  caller: Caller;
  now: number;
}

interface TurnDraft {
  turn: Turn;
  changes: UnredactedChange[];
  counts: { sections: number; stickers: number };
  writes: PendingQuery[];
  before: Facilitation;
}

function beginTurn(deps: Deps, { db, board, rows, caller, now }: TurnStart): TurnDraft {
  const changes: UnredactedChange[] = [];
  const counts = { sections: 0, stickers: 0 };
  const writes: PendingQuery[] = [];
  const turn: Turn = {
    db,
    board,
    rows,
    facilitation: facilitationOf(board),
    version: board.version,
    now,
    caller,
    writeLater: (write) => writes.push(write),
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
      if (caller.client && extra > 0) deps.rateLimiter.charge(caller.client, { writes: extra });
    },
    event: { kind: "items" },
  };
  return { turn, changes, counts, writes, before: turn.facilitation };
}
