import type { Item } from "@retro/contract/entities";
import type { Command } from "@retro/rules/predict";
import { limits } from "@retro/contract/limits";
import { firstRev } from "@retro/rules/revision";
import { asApiError, isOutage, outcomeOf, retryDelay } from "./api.ts";
import { type Entry, newEntry, restoredEntry, stored, toPending } from "./entry.ts";
import { createMerger, isBlocked, isOpen } from "./entry-rules.ts";
import type { EntryStorage } from "./entry-storage.ts";
import { takeLeave } from "./leave.ts";
import { createAdoption } from "./adoption.ts";
import { deferDeletion, endDeferral } from "./deletion.ts";
import { freshMs, hasText, isJudged, isTooOld, meaningOf } from "./meaning.ts";
import { alreadySays, isSessionCommand, itemIds, requestFor } from "./requests.ts";
import type { Deletion, Outbox, OutboxOptions } from "./outbox-types.ts";
import type { ApiErrorLike, DroppedChange, PendingEntry } from "./types.ts";

const mostInFlight = 6;
const maxSessionWaitMs = 16_000;
const keptDropped = 50;

export function createOutbox(options: OutboxOptions): Outbox {
  const { boardId, me, env, call } = options;
  const storage: EntryStorage = env.storage;
  const base = `boards/${encodeURIComponent(boardId)}`;
  const context = { board: boardId, owner: me };
  let entries: Entry[] = [];
  let dropped: readonly DroppedChange[] = [];
  let shown: readonly PendingEntry[] | null = null;
  let started = false;
  let closed = false;
  /** Closed, and still sending what can be sent. */
  let draining = false;
  let attempts = 0;
  let stopWaiting: (() => void) | null = null;
  let draft: Entry | null = null;
  const revs = createMerger();

  const hides = (id: string) => options.confirmed()?.items.get(id)?.hidden === true;
  /** An edit of a sticker that is hidden from this user by now: its words must not be kept. */
  const withheld = ({ command }: Entry) => command.type === "item.edit" && hides(command.id);

  function touch(): void {
    shown = null;
    if (!closed) options.changed();
  }
  function persist(entry: Entry): void {
    if (!isSessionCommand(entry.command) && !withheld(entry)) storage.put(stored(entry, context));
  }
  function add(entry: Entry): Entry {
    entries.push(entry);
    storage.hold(entry.key);
    persist(entry);
    return entry;
  }
  /** It is over: answered, given up or taken back. */
  function end(entry: Entry): void {
    entry.stop?.();
    entry.stop = null;
    entry.over?.();
    storage.remove(entry.key);
    storage.release(entry.key);
  }
  function drop(entry: Entry): void {
    entries = entries.filter((each) => each !== entry);
    end(entry);
  }

  function pump(): void {
    if (!started || stopWaiting || (closed && !draining)) return;
    let flying = entries.filter((entry) => entry.inFlight).length;
    for (let i = 0; i < entries.length && flying < mostInFlight; i += 1) {
      const entry = entries[i] as Entry;
      if (!isOpen(entry) || entry.inFlight || entry.stop || isBlocked(entries, i)) continue;
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
      if (revs.fixBase(entry, options.confirmed())) persist(entry);
      const { method, path, body } = requestFor(command);
      const sentAt = env.now();
      const answer = await call(method, `${base}${path}`, body);
      options.reached();
      attempts = 0;
      succeed(entry, command, answer.data, options.takeAnswer(answer, sentAt));
    } catch (error) {
      entry.inFlight = false;
      settleError(entry, error);
    } finally {
      entry.inFlight = false;
      pump();
      if (closed) handBack();
    }
  }

  /** The board is closed: what it cannot send now is left to whoever opens the board next. */
  function handBack(): void {
    if (draining && entries.some((entry) => entry.inFlight)) return;
    draining = false;
    for (const entry of entries) if (entry.settledAt === null) storage.handBack(entry.key);
    entries = entries.filter((entry) => entry.settledAt !== null);
  }

  /** Judges a command that waited or may have been sent before. @returns whether it is to be sent now */
  async function stillMeant(entry: Entry): Promise<boolean> {
    const { command } = entry;
    if (isJudged(command) && !(await options.compare())) {
      waitAndRetry(entry, { name: "ApiError", message: "", status: 0 });
      return false;
    }
    const view = options.confirmed();
    const meaning = view ? meaningOf(command, entry.base, entry.at, view, env.now(), entry.from) : "send";
    if (meaning === "send") return entries.includes(entry);
    if (meaning === "done") succeed(entry, command, null, view?.version ?? null);
    else if (meaning === "expired") fail(entry, { name: "Expired", message: "", status: 0, code: "expired" });
    else giveUp(entry, { name: "Moot", message: "", status: 409, code: "moot" });
    return false;
  }

  function succeed(entry: Entry, command: Command, data: unknown, version: number | null): void {
    if (data && command.type !== "item.delete") {
      if (command.type === "item.edit" && command.rev !== undefined)
        revs.noteOwn(command.id, command.rev, (data as Item).rev, entries);
      // Stored too: after a reload the next page judges by it.
      for (const later of revs.rebase(entry, data, entries)) persist(later);
    }
    entry.settledAt = version ?? Number.POSITIVE_INFINITY;
    entry.state = "saving";
    end(entry);
    entry.waiter?.resolve(data);
    if (version === null)
      // The answer does not say at which version the view contains it: after a comparison the view does.
      void settleWhenCompared(entry);
    settle(options.confirmed()?.version ?? 0);
    touch();
  }

  async function settleWhenCompared(entry: Entry): Promise<void> {
    await options.compare();
    entry.settledAt = 0;
    settle(options.confirmed()?.version ?? 0);
  }

  function settleError(entry: Entry, error: unknown): void {
    const { command } = entry;
    const problem = asApiError(error);
    const current =
      problem.status === 409 && command.type === "item.edit" ? (problem.data as Item | undefined) : undefined;
    if (outcomeOf(problem) === "refused") options.reached();
    if (withheld(entry)) scrub();
    else if (outcomeOf(problem) !== "refused") {
      if (outcomeOf(problem) === "retry") options.unreached(problem);
      if (isSessionCommand(command) && isTooOld(command, entry.at, env.now())) giveUp(entry, problem);
      else waitAndRetry(entry, error);
    } else if (problem.status === 404 && command.type === "item.delete")
      succeed(entry, command, { deleted: [] }, null);
    else if (current && command.type === "item.edit" && alreadySays(current, command))
      succeed(entry, command, current, null);
    else if (hasText(command)) fail(entry, problem);
    else giveUp(entry, problem);
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
    touch();
  }

  /** Refused for good, but it holds words: it stays until its author retries or discards it. */
  function fail(entry: Entry, error: ApiErrorLike): void {
    entry.state = "failed";
    entry.error = error;
    revs.undo(entry, entries);
    persist(entry);
    entry.waiter?.reject(error);
    entry.waiter = null;
    touch();
  }

  /** Refused, and there are no words to keep: the screen goes back to what is true. */
  function giveUp(entry: Entry, error: ApiErrorLike): void {
    const { command, waiter } = entry;
    revs.undo(entry, entries);
    drop(entry);
    const moot = error.code === "moot" && !isSessionCommand(command);
    if (moot || (!waiter && !isSessionCommand(command))) {
      const title = options.confirmed()?.items.get(itemIds(command)[0] ?? "")?.title ?? null;
      dropped = [...dropped, { key: entry.key, type: command.type, title }].slice(-keptDropped);
    }
    // A moot change was no mistake: `dropped` tells the user, the caller has nothing to add.
    if (moot) waiter?.resolve(null);
    else waiter?.reject(error);
    touch();
  }

  function settle(version: number): void {
    const left = entries.filter((entry) => entry.settledAt === null || entry.settledAt > version);
    if (left.length === entries.length) return;
    entries = left;
    touch();
  }

  const adoption = createAdoption(env, boardId, me, (found) => {
    for (const each of found) {
      if (entries.some((entry) => entry.key === each.key) || draft?.key === each.key) continue;
      const entry = restoredEntry(each);
      // What waits since before this page opened comes first.
      const at = entries.findIndex((other) => !other.restored);
      entries.splice(at < 0 ? entries.length : at, 0, entry);
      storage.hold(entry.key);
      if (each.kind === "draft") persist(entry);
    }
    scrub();
    pump();
  });

  /** After a long sleep another tab may send this one's entries by now. */
  async function forgetLost(): Promise<void> {
    const keys = entries.filter(
      (entry) => isOpen(entry) && !entry.inFlight && !isSessionCommand(entry.command),
    );
    const owned = await storage.owned(keys.map(({ key }) => key));
    for (const entry of keys)
      if (!owned.has(entry.key) && entries.includes(entry)) {
        entries = entries.filter((each) => each !== entry);
        entry.stop?.();
        entry.over?.();
        entry.waiter?.resolve(null);
      }
    touch();
  }

  function scrub(): void {
    if (draft && withheld(draft)) keepDraft(null);
    const all = entries;
    for (const entry of all) {
      entry.predicted.clear();
      if (!withheld(entry)) continue;
      storage.remove(entry.key);
      if (entry.inFlight) continue;
      drop(entry);
      entry.waiter?.reject({ name: "ApiError", message: "", status: 403, code: "content_hidden" });
    }
    touch();
  }

  function keepDraft(command: Command | null): void {
    if (command === null) {
      if (draft) end(draft);
      draft = null;
      return;
    }
    if (draft) draft.command = command;
    else {
      draft = newEntry(command, env, null, null, "draft");
      storage.hold(draft.key);
    }
    persist(draft);
  }

  function send(given: Command): Promise<unknown> {
    const failed = revs.failedAddOf(given, entries);
    if (failed) {
      revs.foldInto(failed, given);
      if (given.type === "item.delete") drop(failed);
      else retry(failed.key);
      touch();
      return Promise.resolve(null);
    }
    const view = options.confirmed();
    // What the server has not confirmed yet is a new sticker.
    const isOfNew =
      given.type === "item.edit" && given.rev === undefined && view?.items.has(given.id) !== true;
    const command = revs.withOwnRev(isOfNew ? { ...given, rev: firstRev } : given, view);
    return new Promise((resolve, reject) => {
      const entry = newEntry(command, env, revs.baseFor(command, view), { resolve, reject }, "command");
      entry.from = view?.version ?? null;
      entry.state = stopWaiting ? "waiting" : "saving";
      coalesce(entry);
      pump();
      touch();
    });
  }

  /** Steps of the timer's minutes come in a row: the last one is sent, when they have come to rest. */
  function coalesce(entry: Entry): void {
    const { type } = entry.command;
    const edit = entries.find((each) => each.command.type === "timer.edit" && each.stop && isOpen(each));
    if (
      edit &&
      (type === "timer.edit" || type === "timer.start" || type === "timer.stop" || type === "seat.leave")
    ) {
      drop(edit);
      edit.waiter?.resolve(null);
    } else if (edit && isSessionCommand(entry.command)) {
      edit.stop?.();
      edit.stop = null;
    }
    if (entry.command.type === "timer.edit") {
      const another = entries.some((each) => each.command.type === "timer.edit" && isOpen(each));
      if (!another && entry.command.count_time === options.confirmed()?.session.timer.countTime) {
        entry.waiter?.resolve(null);
        return;
      }
      entry.stop = env.after(limits.timer.settleMs, () => {
        entry.stop = null;
        pump();
      });
    }
    add(entry);
    if (!isSessionCommand(entry.command)) return;
    // Nobody wants a timer to start long after the press.
    env.after(maxSessionWaitMs, () => {
      if (isOpen(entry) && !entry.inFlight && entries.includes(entry))
        giveUp(entry, { name: "ApiError", message: "The server could not be reached", status: 0 });
    });
  }

  function retry(key: string): void {
    const entry = entries.find((each) => each.key === key);
    if (entry?.state !== "failed") return;
    storage.hold(key);
    entry.state = "saving";
    entry.at = env.now();
    delete entry.error;
    persist(entry);
    pump();
    touch();
  }

  function deleteLater(id: string): Deletion {
    const view = options.confirmed();
    const command: Command = { type: "item.delete", id };
    const entry = newEntry(command, env, revs.baseFor(command, view), null, "deletion");
    const failed = revs.failedAddOf(command, entries);
    const deletion = deferDeletion(entry, env, {
      commit() {
        // The server does not know a refused sticker.
        if (failed) for (const each of [failed, entry]) drop(each);
        pump();
        touch();
      },
      undo() {
        drop(entry);
        touch();
      },
    });
    add(entry);
    touch();
    return deletion;
  }

  const stopHandedBack = storage.onHandedBack(() => {
    if (!started || closed) return;
    adoption.look();
    void options.compare();
  });
  return {
    entries: () => entries,
    pending: () => (shown ??= entries.filter((entry) => !entry.deferred).map(toPending)),
    dropped: () => dropped,
    forgetDropped() {
      dropped = [];
      touch();
    },
    unsaved: () => entries.filter((entry) => isOpen(entry) && !entry.deferred).length,
    durable: storage.durable,
    send,
    deleteLater,
    keepDraft,
    retry,
    discard(key) {
      const entry = entries.find((each) => each.key === key);
      if (entry?.state !== "failed") return;
      drop(entry);
      touch();
    },
    settle,
    wake() {
      attempts = 0;
      stopWaiting?.();
      stopWaiting = null;
      if (!adoption.slept()) pump();
      else void forgetLost().then(pump);
    },
    scrub,
    start() {
      if (started) return;
      started = true;
      adoption.start();
      pump();
    },
    flush() {
      for (const command of takeLeave(entries, env.now())) {
        const { method, path, body } = requestFor(command);
        // Nobody is left to hear of a failure; what is stored is sent again when the board is opened next.
        call(method, `${base}${path}`, body, { keepalive: true }).catch(() => undefined);
      }
      touch();
    },
    close() {
      if (closed) return;
      adoption.close();
      stopHandedBack();
      for (const entry of entries) if (entry.deferred) endDeferral(entry);
      closed = true;
      draining = started && !stopWaiting;
      stopWaiting?.();
      stopWaiting = null;
      if (draft) storage.handBack(draft.key);
      pump();
      handBack();
    },
  };
}
