import type { Item } from "@retro/contract/entities";
import { asApiError, isOutage, outcomeOf, retryDelay } from "./api.ts";
import { createDeletedSince } from "./deleted-since.ts";
import type { Entry } from "./entry.ts";
import type { EntryList } from "./entry-list.ts";
import { isBlocked, isOpen, type Merger } from "./entry-rules.ts";
import { takeLeave } from "./leave.ts";
import { freshMs, hasText, isJudged, isTooOld, meaningOf } from "./meaning.ts";
import type { Outcomes } from "./outcomes.ts";
import type { OutboxOptions } from "./outbox-types.ts";
import { alreadySays, isAdd, isSessionCommand, itemIds, requestFor } from "./requests.ts";

const mostInFlight = 6;

interface Options extends OutboxOptions {
  list: EntryList;
  revs: Merger;
  outcomes: Outcomes;
  /** Edits of stickers that are now hidden must be given up. */
  scrub: () => void;
}

/** Sends the entries in their order, several at a time, and again while the server does not decide on them. */
export function createSender(options: Options) {
  const { boardId, env, call, list, revs, outcomes } = options;
  const base = `boards/${encodeURIComponent(boardId)}`;
  const deletedSince = createDeletedSince(call, base, env.now);
  let started = false;
  let closed = false;
  /** Closed, and still sending what can be sent. */
  let draining = false;
  let attempts = 0;
  let stopWaiting: (() => void) | null = null;

  function pump(): void {
    if (!started || stopWaiting || (closed && !draining)) return;
    let flying = list.all().filter((entry) => entry.inFlight).length;
    for (let i = 0; i < list.all().length && flying < mostInFlight; i += 1) {
      const entry = list.all()[i] as Entry;
      if (!isOpen(entry) || entry.inFlight || entry.stop || isBlocked(list.all(), i)) continue;
      flying += 1;
      void run(entry);
    }
  }

  async function run(entry: Entry): Promise<void> {
    entry.inFlight = true;
    try {
      const late = entry.uncertain || entry.restored || env.now() - entry.at > freshMs;
      if (late && !(await stillMeant(entry))) return;
      const { command } = entry;
      if (revs.fixBase(entry, options.confirmed())) list.persist(entry);
      const { method, path, body } = requestFor(command);
      const sentAt = env.now();
      const answer = await call(method, `${base}${path}`, body);
      options.reached();
      attempts = 0;
      outcomes.succeed(entry, command, answer.data, options.takeAnswer(answer, sentAt));
    } catch (error) {
      entry.inFlight = false;
      settleError(entry, error);
    } finally {
      entry.inFlight = false;
      pump();
      if (closed) handBack();
    }
  }

  /** The board is closed: the next page that opens it sends what this one cannot send now. */
  function handBack(): void {
    if (draining && list.all().some((entry) => entry.inFlight)) return;
    draining = false;
    list.handBack();
  }

  /** Judges a command that waited or may have been sent before. @returns whether it is to be sent now */
  async function stillMeant(entry: Entry): Promise<boolean> {
    const { command } = entry;
    if (isJudged(command) && !(await options.compare())) {
      waitAndRetry(entry, { name: "ApiError", message: "", status: 0 });
      return false;
    }
    if (isAdd(command) && (await wasDeleted(entry))) {
      outcomes.succeed(entry, command, null, null);
      return false;
    }
    const view = options.confirmed();
    const meaning = view ? meaningOf(command, entry.base, entry.at, view, env.now(), entry.from) : "send";
    if (meaning === "send") return list.all().includes(entry);
    if (meaning === "done") outcomes.succeed(entry, command, null, view?.version ?? null);
    else if (meaning === "expired")
      outcomes.fail(entry, { name: "Expired", message: "", status: 0, code: "expired" });
    else outcomes.giveUp(entry, { name: "Moot", message: "", status: 409, code: "moot" });
    return false;
  }

  /** @returns whether this addition was done, its answer lost, and somebody has deleted the stickers since */
  async function wasDeleted({ command, uncertain, from }: Entry): Promise<boolean> {
    if (!uncertain || from === null) return false;
    const gone = await deletedSince(from);
    return itemIds(command).some((id) => gone.has(id));
  }

  function settleError(entry: Entry, error: unknown): void {
    const { command } = entry;
    const problem = asApiError(error);
    const current =
      problem.status === 409 && command.type === "item.edit" ? (problem.data as Item | undefined) : undefined;
    if (outcomeOf(problem) === "refused") options.reached();
    if (list.withheld(entry)) options.scrub();
    else if (outcomeOf(problem) !== "refused") {
      if (outcomeOf(problem) === "retry") options.unreached(problem);
      if (isSessionCommand(command) && isTooOld(command, entry.at, env.now()))
        outcomes.giveUp(entry, problem);
      else waitAndRetry(entry, error);
    } else if (problem.status === 404 && command.type === "item.delete")
      outcomes.succeed(entry, command, { deleted: [] }, null);
    else if (current && command.type === "item.edit" && alreadySays(current, command))
      outcomes.succeed(entry, command, current, null);
    else if (hasText(command)) outcomes.fail(entry, problem);
    else outcomes.giveUp(entry, problem);
    if (problem.status === 409 || problem.status === 404) void options.compare();
  }

  function waitAndRetry(entry: Entry, error: unknown): void {
    const problem = asApiError(error);
    draining = false;
    entry.state = "waiting";
    entry.attempts += 1;
    // The server may have done it and the answer was lost.
    entry.uncertain ||= problem.foreign === true || problem.status <= 0 || problem.status >= 500;
    const again = (attempt: number, free: () => void) =>
      env.after(retryDelay(attempt, error, env.random), () => {
        free();
        pump();
      });
    if (isOutage(problem)) {
      attempts += 1;
      stopWaiting ??= again(attempts, () => {
        stopWaiting = null;
      });
    } else
      entry.stop = again(entry.attempts, () => {
        entry.stop = null;
      });
    list.touch();
  }

  function stopPause(): void {
    stopWaiting?.();
    stopWaiting = null;
  }
  /** The page goes: what is not answered is sent once more, to outlive it. Repeating is harmless. */
  function flush(): void {
    for (const command of takeLeave(list.all(), env.now())) {
      const { method, path, body } = requestFor(command);
      // Nobody waits for a failure; stored changes are sent again when the board is opened next.
      call(method, `${base}${path}`, body, { keepalive: true }).catch(() => undefined);
    }
    list.touch();
  }

  return {
    /** Whether the next try waits for its time. */
    pausing: () => stopWaiting !== null,
    started: () => started,
    pump,
    start(): void {
      started = true;
    },
    /** The server may be there again: the next try comes at once. */
    endPause(): void {
      attempts = 0;
      stopPause();
    },
    flush,
    /** Sends what can be sent at once, and leaves the rest to the next page that opens the board. */
    close(): void {
      closed = true;
      draining = started && !stopWaiting;
      stopPause();
      pump();
      handBack();
    },
  };
}
