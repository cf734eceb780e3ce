import type { ChangeMeta } from "@retro/contract/changes";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { withTimerStopped } from "@retro/rules/facilitation";
import { mayWrite } from "@retro/rules/permissions";
import { presentChange, privilegedAudiences, type UnredactedChange } from "@retro/rules/present";
import { expiresAt } from "@retro/rules/timer";
import { runAfterCommit } from "../../after-commit.ts";
import { type PendingQuery, savepoint, toSavepoint, writeWithCommit } from "../../db/engines/query-batch.ts";
import { QueueFullError } from "../../db/engines/wait-queue.ts";
import { databaseFault, isRefusedStatement } from "../../db/faults.ts";
import type { Db, Deps } from "../../deps.ts";
import { AppError, notFound, requireAllowed } from "../../http/errors/app-error.ts";
import { ValidationError } from "../../http/errors/validation.ts";
import { broadcastSeconds, turnSeconds } from "../../observe/metrics.ts";
import { traced } from "../../observe/tracing.ts";
import { recordRestrictions } from "./whisper-restrictions.ts";
import { requireCapacity } from "./capacity.ts";
import { type Caller, systemCaller, type TurnEvent } from "./caller.ts";
import { type IdempotencyKey, onceAtATime, toIdempotencyKey } from "./idempotency-key.ts";
import { keepCommandWrite, type KeptCommand, keptCommandQuery } from "./idempotency-key-store.ts";
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
import { itemPoints, prices } from "../../limits/budgets.ts";

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
  /** For a command that reads or deletes many items: it costs more. */
  chargeItems(items: number): void;
  event: TurnEvent;
  /** The command was carried out before, under the same key: it answers with what is there now, and writes nothing. */
  isRepeat: boolean;
  /** What the command adds or deletes, as far as its request does not name it: a repeat finds it here. */
  ids: readonly string[];
}

export interface TurnOptions {
  /** The command may work on a locked board: it unlocks the board, or changes nothing on it [M2]. */
  evenIfLocked?: boolean;
  /** The command restores the board from the bin, or removes its passphrase [M4, M5]. */
  checksAccess?: boolean;
  /**
   * The parts of the board that every command needs. They are read with its row, before access is checked.
   */
  reads?: (db: Db) => readonly PendingQuery[];
}

interface Command {
  caller: Caller;
  /** Nothing of it may run on when it has ended: the next command is in the same transaction. */
  work: (turn: Turn) => Promise<unknown>;
  options: TurnOptions & { timerMayBeExpired?: boolean };
  key: IdempotencyKey | null;
  /** What it costs above its price. It may be carried out more than once, and is paid once. */
  extra: { points: number };
}

interface Done {
  is: "committed" | "unchanged";
  value: unknown;
  meta: ChangeMeta;
  facilitation: Facilitation;
}

/** `writes` are sent at the end. */
type Outcome =
  | { is: "committed"; done: Done; committed: CommittedTurn; writes: PendingQuery[] }
  | { is: "unchanged"; done: Done; writes: PendingQuery[] }
  | { is: "refused"; error: AppError | ValidationError; writes: [] };

/**
 * Carries out a command on a board: one version, one entry in the change log, and the events after the commit
 * (spec 10.1, 10.10). Work that records nothing is rolled back; its value is still
 * returned. A timer whose time is up ends first, in a turn of the server (spec 11.3). A locked board refuses
 * every turn, except the server's and the few that name it in `options` [M2]. With an `Idempotency-Key` it is carried
 * out once; a refusal is not kept.
 */
export async function takeTurn<T>(
  deps: Deps,
  boardId: string,
  caller: Caller,
  work: (turn: Turn) => Promise<T>,
  options: TurnOptions = {},
): Promise<{ value: T; meta: ChangeMeta; facilitation: Facilitation }> {
  // Turns on one board run in order, and wait before they take a database connection: forty voters use one
  // connection. A turn includes its broadcast, so that versions are broadcast in order.
  const { turns } = deps.database;
  // A request that waits for a busy board gives up its slot, so that requests to other boards can work.
  const waits = turns.isBusy(boardId);
  if (waits) caller.slot?.release();
  const key = toIdempotencyKey(deps, { board_id: boardId, user_id: caller.userId }, caller.request);
  const command: Command = { caller, work, options, key, extra: { points: 0 } };
  try {
    const run = () =>
      turns.run<Command, Done>(boardId, command, async (take) => {
        // One slot for all that are carried out together: they work one after another.
        if (waits) await caller.slot?.acquire();
        return carryOut(deps, boardId, take(endsBatch));
      });
    const done = await observeTurn(() => (key === null ? run() : onceAtATime(deps, key, run)));
    return done as Done & { value: T };
  } finally {
    if (caller.payer && command.extra.points > 0) deps.rateLimiter.charge(caller.payer, command.extra);
  }
}

/** May change who sees the board (passphrase, bin): what it does after its turn comes before any later event. */
function endsBatch({ options }: Command): boolean {
  return options.evenIfLocked === true;
}

async function observeTurn(turn: () => Promise<Done>): Promise<Done> {
  const end = turnSeconds.startTimer();
  try {
    const done = await traced("turn", turn);
    end({ outcome: done.is });
    return done;
  } catch (error) {
    end({ outcome: isRefusal(error) ? "refused" : "failed" });
    throw error;
  }
}

const isRefusal = (error: unknown): error is AppError | ValidationError =>
  error instanceof AppError || error instanceof ValidationError;

/** Exactly as stop does: the seat is cleared too while no option is set (spec 4.1, 11.3). */
async function expireTimer(turn: Turn): Promise<void> {
  const end = expiresAt(turn.facilitation.timer);
  if (end === null || turn.now < end) return;
  turn.setFacilitation(withTimerStopped(turn.facilitation));
  turn.event = { kind: "facilitation", name: "timer.delete" };
}

const timerEnd: Command = {
  caller: systemCaller,
  work: expireTimer,
  options: { timerMayBeExpired: true },
  key: null,
  extra: { points: 0 },
};

type Results = PromiseSettledResult<Done>[];

/** In one transaction, in order: each has its own version and result (docs/decisions/turns.md). */
async function carryOut(deps: Deps, boardId: string, commands: readonly Command[]): Promise<Results> {
  let batch: Batch;
  try {
    batch = await transact(deps, boardId, commands);
  } catch (error) {
    if (!(error instanceof RolledBack)) return refuseAll(commands, error);
    if (commands.length === 1 || isAway(error.cause)) return refuseAll(commands, error.cause);
    return carryOutAlone(deps, boardId, commands);
  }
  for (const outcome of batch.outcomes) if (outcome.is === "committed") announce(deps, outcome.committed);
  const results = batch.outcomes.map(toResult);
  const rest = commands.slice(results.length);
  if (rest.length === 0) return results;
  const goOn = batch.timerIsUp ? carryOutAfterTimer : carryOut;
  return [...results, ...(await goOn(deps, boardId, rest))];
}

/** One of them is at fault: it must not undo the others. */
async function carryOutAlone(deps: Deps, boardId: string, commands: readonly Command[]): Promise<Results> {
  const results: Results = [];
  for (const [i, command] of commands.entries()) {
    const alone = await carryOut(deps, boardId, [command]);
    results.push(...alone);
    for (const result of alone)
      if (result.status === "rejected" && isAway(result.reason))
        return [...results, ...refuseAll(commands.slice(i + 1), result.reason)];
  }
  return results;
}

async function carryOutAfterTimer(
  deps: Deps,
  boardId: string,
  commands: readonly Command[],
): Promise<Results> {
  const [ended] = await carryOut(deps, boardId, [timerEnd]);
  if (ended?.status === "rejected") return refuseAll(commands, ended.reason);
  const again = commands.map((command) => ({
    ...command,
    options: { ...command.options, timerMayBeExpired: true },
  }));
  return carryOut(deps, boardId, again);
}

/** The database carries out nothing at the moment: the next command would wait for the same. */
function isAway(error: unknown): boolean {
  return error instanceof QueueFullError || databaseFault(error) !== null;
}

/** Nothing of a transaction is saved, for sure. */
class RolledBack extends Error {
  constructor(cause: unknown) {
    super("the transaction was rolled back", { cause });
  }
}

function refuseAll(commands: readonly Command[], reason: unknown): PromiseRejectedResult[] {
  return commands.map(() => ({ status: "rejected", reason }));
}

function toResult(outcome: Outcome): PromiseSettledResult<Done> {
  return outcome.is === "refused"
    ? { status: "rejected", reason: outcome.error }
    : { status: "fulfilled", value: outcome.done };
}

/** In writes. A transaction that has cost this much takes no further command: others wait for its locks. */
const batchPoints = 16 * prices.write.points;

interface Batch {
  /** One for each command that was carried out: the first ones. */
  outcomes: Outcome[];
  /** The timer must end before the next command. */
  timerIsUp: boolean;
}

/** @throws RolledBack, or the fault after which the changes may have been saved */
async function transact(deps: Deps, boardId: string, commands: readonly Command[]): Promise<Batch> {
  let committing = false;
  try {
    return await deps.database.transaction(
      async (db) => {
        committing = false;
        let points = 0;
        const batch: Batch = { outcomes: [], timerIsUp: false };
        // The last writes of a command are sent with the first queries of the next one, to save a round trip.
        // A single command is undone with its transaction, unless its key is kept although it changes nothing.
        let before: PendingQuery[] = commands.length > 1 || commands[0]?.key ? [savepoint] : [];
        for (const [i, command] of commands.entries()) {
          const outcome = await attempt(deps, { db, boardId, command, before });
          points += prices.write.points + command.extra.points;
          const hasNext = i < commands.length - 1 && points < batchPoints;
          const writes = outcome?.writes ?? [];
          before = [...(outcome?.is === "committed" ? [] : [toSavepoint]), ...writes];
          if (hasNext && writes.length > 0) before.push(savepoint);
          batch.timerIsUp = outcome === null;
          if (outcome !== null) batch.outcomes.push(outcome);
          if (outcome === null || !hasNext) break;
        }
        committing = batch.outcomes.some(isSaved);
        if (committing) await writeWithCommit(db, before);
        return batch;
      },
      // Nothing is thrown to roll back.
      ({ outcomes }) => outcomes.some(isSaved),
    );
  } catch (error) {
    throw committing && !isRefusedStatement(error) ? error : new RolledBack(error);
  }
}

const isSaved = ({ writes }: Outcome) => writes.length > 0;

interface Attempt {
  db: Db;
  boardId: string;
  command: Command;
  before: readonly PendingQuery[];
}

async function attempt(deps: Deps, given: Attempt): Promise<Outcome | null> {
  try {
    return await decide(deps, given);
  } catch (error) {
    if (isRefusal(error)) return { is: "refused", error, writes: [] };
    throw error;
  }
}

/** @returns null: the timer must end first */
async function decide(deps: Deps, { db, boardId, command, before }: Attempt): Promise<Outcome | null> {
  const { caller, work, extra, key } = command;
  extra.points = 0;
  const { timerMayBeExpired = false, evenIfLocked = false, checksAccess = false, reads } = command.options;
  const { sessionCheck } = caller;
  const session = sessionCheck === undefined ? [] : [sessionCheck.query(db)];
  const { board, rows } = await bumpVersion(db, boardId, {
    before,
    reads: [...session, ...(key === null ? [] : [keptCommandQuery.with(db, key)]), ...(reads?.(db) ?? [])],
  });
  sessionCheck?.confirm(rows.shift() ?? []);
  const [kept] = (key === null ? [] : rows.shift()) as KeptCommand[];
  if (!board) throw notFound();
  if (caller !== systemCaller && !checksAccess) await requireAccess(db, board, caller.userId);
  const now = deps.clock();
  if (!timerMayBeExpired && board.timer_settles_at !== null && now >= board.timer_settles_at) return null;
  const draft = beginTurn({ db, board, rows, command, now, kept });
  if (!evenIfLocked && !kept && caller !== systemCaller) requireAllowed(mayWrite(draft.turn.facilitation));
  const value = await work(draft.turn);
  const { facilitation, event } = draft.turn;
  const changes = recordedChanges(draft);
  const { version } = board;
  if (changes.length === 0) {
    const repeated = kept && { version: kept.version, ids: [...draft.turn.ids] };
    const meta = { version: version - 1, changes: [], ...(repeated && { repeated }) };
    const writes = kept ? [] : keyWrites(draft, command, meta.version);
    return { is: "unchanged", done: { is: "unchanged", value, meta, facilitation }, writes };
  }
  if (kept) throw new Error("the repeat of a command has changed the board");
  // Before the commit, because it could throw and the answer needs it.
  const presented = changes.flatMap((change) => presentChange(change, facilitation, caller.userId));
  const admitted = await admittedTo(draft, changes);
  return {
    is: "committed",
    done: { is: "committed", value, meta: { version, changes: presented }, facilitation },
    writes: [...turnWrites(deps, draft, changes), ...keyWrites(draft, command, version)],
    committed: {
      boardId,
      spaceId: board.space_id,
      version,
      now,
      changes,
      facilitation,
      seatChanged: facilitation.facilitator_id !== draft.before.facilitator_id,
      event,
      caller,
      admitted,
    },
  };
}

/** In the transaction of the command: a crash loses neither, and no repeat comes in between. */
function keyWrites({ turn }: TurnDraft, { key }: Command, version: number): PendingQuery[] {
  if (key === null) return [];
  const row = { ...key, version, ids: JSON.stringify(turn.ids), created_at: turn.now };
  return [keepCommandWrite.with(turn.db, row)];
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

function turnWrites(
  deps: Deps,
  { turn, before, counts, writes }: TurnDraft,
  changes: readonly UnredactedChange[],
): PendingQuery[] {
  const { db, board, facilitation, now } = turn;
  const { id, version } = board;
  return [
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
  ];
}

/** After the commit: neither step may fail the request, whose change is saved. */
function announce(deps: Deps, committed: CommittedTurn): void {
  const { boardId, version, facilitation, changes } = committed;
  runAfterCommit(deps.log, "note the board's restrictions", () => {
    recordRestrictions(boardId, version, facilitation);
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
  command: Command;
  now: number;
  kept: KeptCommand | undefined;
}

interface TurnDraft {
  turn: Turn;
  changes: UnredactedChange[];
  counts: { sections: number; stickers: number };
  writes: PendingQuery[];
  before: Facilitation;
}

/** @throws AppError 422 for a key under which another request was carried out */
function beginTurn({ db, board, rows, command, now, kept }: TurnStart): TurnDraft {
  const { caller, extra, key } = command;
  if (kept && kept.request !== key?.request) throw new AppError(422, "key_reused");
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
      extra.points += itemPoints(items);
    },
    event: { kind: "items" },
    isRepeat: kept !== undefined,
    ids: kept === undefined ? [] : (JSON.parse(kept.ids) as string[]),
  };
  return { turn, changes, counts, writes, before: turn.facilitation };
}
