import type { Item } from "@retro/contract/entities";
import { toApiErrorLike, isOutage, classifyError, retryDelay } from "./apiCalls.ts";
import { createDeletedSinceQuery } from "./deletedSince.ts";
import type { OutboxEntry } from "./outboxEntry.ts";
import type { EntryList } from "./entryList.ts";
import { isBlocked, isOpen, type CommandRebaser } from "./entryDependencies.ts";
import { takeUnloadCommands } from "./unloadCommands.ts";
import { freshMs, hasText, dependsOnOthers, isTooOld, decideLateCommand } from "./lateCommand.ts";
import type { EntryOutcomes } from "./entryOutcomes.ts";
import type { OutboxOptions } from "./outboxTypes.ts";
import {
  isAlreadyEdited,
  isAddCommand,
  isFacilitationCommand,
  itemIds,
  requestFor,
} from "./commandRequests.ts";

const maxInFlight = 6;

interface Options extends OutboxOptions {
  list: EntryList;
  rebaser: CommandRebaser;
  outcomes: EntryOutcomes;
  /** Gives up edits of stickers that are now hidden. */
  scrub: () => void;
}

/** Sends the entries in their order, several at a time, and retries those that the server did not decide on. */
export function createSender(options: Options) {
  const { boardId, env, call, list, rebaser, outcomes } = options;
  const base = `boards/${encodeURIComponent(boardId)}`;
  const deletedSince = createDeletedSinceQuery(call, base, env.now);
  let started = false;
  let closed = false;
  /** Closed, and still sending what can be sent at once. */
  let draining = false;
  let attempts = 0;
  let cancelBackoff: (() => void) | null = null;

  function sendWaiting(): void {
    if (!started || cancelBackoff || (closed && !draining)) return;
    let inFlight = list.all().filter((entry) => entry.inFlight).length;
    for (let i = 0; i < list.all().length && inFlight < maxInFlight; i += 1) {
      const entry = list.all()[i] as OutboxEntry;
      if (!isOpen(entry) || entry.inFlight || entry.cancelWait || isBlocked(list.all(), i)) continue;
      inFlight += 1;
      void run(entry);
    }
  }

  async function run(entry: OutboxEntry): Promise<void> {
    entry.inFlight = true;
    try {
      const late = entry.uncertain || entry.restored || env.now() - entry.at > freshMs;
      if (late && !(await checkLateCommand(entry))) return;
      const { command } = entry;
      if (rebaser.fillMissingBase(entry, options.confirmed())) list.persist(entry);
      const { method, path, body } = requestFor(command);
      const sentAt = env.now();
      const answer = await call(method, `${base}${path}`, body);
      options.serverReached();
      attempts = 0;
      outcomes.succeed(entry, command, answer.data, options.applyAnswer(answer, sentAt));
    } catch (error) {
      entry.inFlight = false;
      handleError(entry, error);
    } finally {
      entry.inFlight = false;
      sendWaiting();
      if (closed) handBack();
    }
  }

  /** The board is closed: the next page that opens it sends what this page could not. */
  function handBack(): void {
    if (draining && list.all().some((entry) => entry.inFlight)) return;
    draining = false;
    list.handBack();
  }

  /** Checks a command that waited, or that may have been sent before. @returns whether to send it now */
  async function checkLateCommand(entry: OutboxEntry): Promise<boolean> {
    const { command } = entry;
    if (dependsOnOthers(command) && !(await options.compare())) {
      retryLater(entry, { name: "ApiError", message: "", status: 0 });
      return false;
    }
    if (isAddCommand(command) && (await wasDeleted(entry))) {
      outcomes.succeed(entry, command, null, null);
      return false;
    }
    const view = options.confirmed();
    const decision = view
      ? decideLateCommand(command, entry.base, entry.at, view, env.now(), entry.from)
      : "send";
    if (decision === "send") return list.all().includes(entry);
    if (decision === "done") outcomes.succeed(entry, command, null, view?.version ?? null);
    else if (decision === "expired")
      outcomes.fail(entry, { name: "Expired", message: "", status: 0, code: "expired" });
    else outcomes.giveUp(entry, { name: "Moot", message: "", status: 409, code: "moot" });
    return false;
  }

  /** @returns whether the server carried out this addition, its answer was lost, and a user has deleted the stickers since */
  async function wasDeleted({ command, uncertain, from }: OutboxEntry): Promise<boolean> {
    if (!uncertain || from === null) return false;
    const deletedIds = await deletedSince(from);
    return itemIds(command).some((id) => deletedIds.has(id));
  }

  function handleError(entry: OutboxEntry, error: unknown): void {
    const { command } = entry;
    const problem = toApiErrorLike(error);
    const current =
      problem.status === 409 && command.type === "item.edit" ? (problem.data as Item | undefined) : undefined;
    if (classifyError(problem) === "refused") options.serverReached();
    if (list.withheld(entry)) options.scrub();
    else if (classifyError(problem) !== "refused") {
      if (classifyError(problem) === "retry") options.serverUnreached(problem);
      if (isFacilitationCommand(command) && isTooOld(command, entry.at, env.now()))
        outcomes.giveUp(entry, problem);
      else retryLater(entry, error);
    } else if (problem.status === 404 && command.type === "item.delete")
      outcomes.succeed(entry, command, { deleted: [] }, null);
    else if (current && command.type === "item.edit" && isAlreadyEdited(current, command))
      outcomes.succeed(entry, command, current, null);
    else if (hasText(command)) outcomes.fail(entry, problem);
    else outcomes.giveUp(entry, problem);
    if (problem.status === 409 || problem.status === 404) void options.compare();
  }

  function retryLater(entry: OutboxEntry, error: unknown): void {
    const problem = toApiErrorLike(error);
    draining = false;
    entry.state = "waiting";
    entry.attempts += 1;
    // The server may have carried it out, and the answer was lost.
    entry.uncertain ||= problem.foreign === true || problem.status <= 0 || problem.status >= 500;
    const retryIn = (attempt: number, free: () => void) =>
      env.schedule(retryDelay(attempt, error, env.random), () => {
        free();
        sendWaiting();
      });
    if (isOutage(problem)) {
      attempts += 1;
      cancelBackoff ??= retryIn(attempts, () => {
        cancelBackoff = null;
      });
    } else
      entry.cancelWait = retryIn(entry.attempts, () => {
        entry.cancelWait = null;
      });
    list.touch();
  }

  function stopBackoff(): void {
    cancelBackoff?.();
    cancelBackoff = null;
  }
  /** The page closes: sends unanswered changes once more, in requests that outlive the page. Repeating them is harmless. */
  function sendOnUnload(): void {
    for (const command of takeUnloadCommands(list.all(), env.now())) {
      const { method, path, body } = requestFor(command);
      // No page is left to handle a failure; stored changes are sent again when the board is opened next.
      call(method, `${base}${path}`, body, { keepalive: true }).catch(() => undefined);
    }
    list.touch();
  }

  return {
    /** Whether all sending waits for the next try after an outage. */
    isBackingOff: () => cancelBackoff !== null,
    started: () => started,
    pump: sendWaiting,
    start(): void {
      started = true;
    },
    /** The server may be reachable again: the next try does not wait. */
    skipBackoff(): void {
      attempts = 0;
      stopBackoff();
    },
    flush: sendOnUnload,
    /** Sends what can be sent at once and leaves the rest to the next page that opens the board. */
    close(): void {
      closed = true;
      draining = started && !cancelBackoff;
      stopBackoff();
      sendWaiting();
      handBack();
    },
  };
}
