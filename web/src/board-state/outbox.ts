import type { BoardCommand } from "@retro/rules/predict";
import { limits } from "@retro/contract/limits";
import { firstRev } from "@retro/rules/revision";
import { createEntryTakeover } from "./entryTakeover.ts";
import { deferDeletion, endDeferral } from "./deferredDeletion.ts";
import { type OutboxEntry, createEntry, restoreEntry } from "./outboxEntry.ts";
import { createEntryList } from "./entryList.ts";
import { createCommandRebaser, isOpen } from "./entryDependencies.ts";
import type { Deletion, Outbox, OutboxOptions } from "./outboxTypes.ts";
import { createEntryOutcomes } from "./entryOutcomes.ts";
import { isFacilitationCommand } from "./commandRequests.ts";
import { createSender } from "./sender.ts";

const maxSessionWaitMs = 16_000;

export function createOutbox(options: OutboxOptions): Outbox {
  const { boardId, me, env } = options;
  const { storage } = env;
  const list = createEntryList(options);
  const rebaser = createCommandRebaser();
  const outcomes = createEntryOutcomes(options, list, rebaser);
  const sender = createSender({ ...options, list, rebaser, outcomes, scrub });
  const { touch } = list;
  const { pump } = sender;
  let closed = false;
  let draft: OutboxEntry | null = null;

  const takeover = createEntryTakeover(env, boardId, me, (found) => {
    for (const each of found) {
      if (list.find(each.key) || draft?.key === each.key) continue;
      const entry = restoreEntry(each);
      list.restore(entry);
      if (each.kind === "draft") list.persist(entry);
    }
    scrub();
    pump();
  });

  /** Removes entries that another tab has taken over while this page was suspended. */
  async function removeTakenOver(): Promise<void> {
    const waiting = list
      .all()
      .filter((entry) => isOpen(entry) && !entry.inFlight && !isFacilitationCommand(entry.command));
    const owned = await storage.ownedByThisTab(waiting.map(({ key }) => key));
    for (const entry of waiting)
      if (!owned.has(entry.key) && list.all().includes(entry)) {
        list.forget(entry);
        entry.cancelWait?.();
        entry.onDeletionFinal?.();
        entry.resolvers?.resolve(null);
      }
    touch();
  }

  function scrub(): void {
    if (draft && list.withheld(draft)) keepDraft(null);
    for (const entry of list.all()) {
      entry.predicted.clear();
      if (!list.withheld(entry)) continue;
      storage.remove(entry.key);
      if (entry.inFlight) continue;
      list.remove(entry);
      entry.resolvers?.reject({ name: "ApiError", message: "", status: 403, code: "content_hidden" });
    }
    touch();
  }

  function keepDraft(command: BoardCommand | null): void {
    if (command === null) {
      if (draft) list.end(draft);
      draft = null;
      return;
    }
    if (draft) draft.command = command;
    else {
      draft = createEntry(command, env, null, null, "draft");
      storage.claim(draft.key);
    }
    list.persist(draft);
  }

  function send(given: BoardCommand): Promise<unknown> {
    const failed = rebaser.findFailedAdd(given, list.all());
    if (failed) {
      rebaser.mergeIntoFailedAdd(failed, given);
      if (given.type === "item.delete") list.remove(failed);
      else retry(failed.key);
      touch();
      return Promise.resolve(null);
    }
    const view = options.confirmed();
    // A sticker that is not confirmed yet still has the revision of a new one.
    const isOfNew =
      given.type === "item.edit" && given.rev === undefined && view?.items.has(given.id) !== true;
    const command = rebaser.withCurrentRev(isOfNew ? { ...given, rev: firstRev } : given, view);
    return new Promise((resolve, reject) => {
      const entry = createEntry(command, env, rebaser.baseFor(command, view), { resolve, reject }, "command");
      entry.from = view?.version ?? null;
      entry.state = sender.isBackingOff() ? "waiting" : "saving";
      mergeTimerSteps(entry);
      pump();
      touch();
    });
  }

  /** Debounces `timer.edit`: the user presses + or - several times, and only the last value is sent. */
  function mergeTimerSteps(entry: OutboxEntry): void {
    const { type } = entry.command;
    const edit = list
      .all()
      .find((each) => each.command.type === "timer.edit" && each.cancelWait && isOpen(each));
    if (
      edit &&
      (type === "timer.edit" || type === "timer.start" || type === "timer.stop" || type === "seat.leave")
    ) {
      list.remove(edit);
      edit.resolvers?.resolve(null);
    } else if (edit && isFacilitationCommand(entry.command)) {
      edit.cancelWait?.();
      edit.cancelWait = null;
    }
    if (entry.command.type === "timer.edit") {
      const another = list.all().some((each) => each.command.type === "timer.edit" && isOpen(each));
      if (!another && entry.command.count_time === options.confirmed()?.facilitation.timer.countTime) {
        entry.resolvers?.resolve(null);
        return;
      }
      entry.cancelWait = env.schedule(limits.timer.debounceMs, () => {
        entry.cancelWait = null;
        pump();
      });
    }
    list.add(entry);
    if (!isFacilitationCommand(entry.command)) return;
    // A timer must not start long after the user pressed the button.
    env.schedule(maxSessionWaitMs, () => {
      if (isOpen(entry) && !entry.inFlight && list.all().includes(entry))
        outcomes.giveUp(entry, { name: "ApiError", message: "The server could not be reached", status: 0 });
    });
  }

  function retry(key: string): void {
    const entry = list.find(key);
    if (entry?.state !== "failed") return;
    storage.claim(key);
    entry.state = "saving";
    entry.at = env.now();
    delete entry.error;
    list.persist(entry);
    pump();
    touch();
  }

  function deleteLater(id: string): Deletion {
    const view = options.confirmed();
    const command: BoardCommand = { type: "item.delete", id };
    const entry = createEntry(command, env, rebaser.baseFor(command, view), null, "deletion");
    const failed = rebaser.findFailedAdd(command, list.all());
    const deletion = deferDeletion(entry, env, {
      commit() {
        // The server does not know a refused sticker: there is nothing to delete.
        if (failed) for (const each of [failed, entry]) list.remove(each);
        pump();
        touch();
      },
      undo() {
        list.remove(entry);
        touch();
      },
    });
    list.add(entry);
    touch();
    return deletion;
  }

  const stopListening = storage.onHandedBack(() => {
    if (!sender.started() || closed) return;
    takeover.look();
    void options.compare();
  });
  return {
    entries: list.all,
    pending: list.pending,
    dropped: outcomes.dropped,
    acknowledgeDropped: outcomes.forgetDropped,
    unsavedCount: list.unsavedCount,
    durable: storage.durable,
    send,
    deferDelete: deleteLater,
    storeDraft: keepDraft,
    retry,
    discard(key) {
      const entry = list.find(key);
      if (entry?.state !== "failed") return;
      list.remove(entry);
      touch();
    },
    removeConfirmed: list.settle,
    resume() {
      sender.skipBackoff();
      if (!takeover.wasSuspended()) pump();
      else void removeTakenOver().then(pump);
    },
    scrub,
    start() {
      if (sender.started()) return;
      sender.start();
      takeover.start();
      pump();
    },
    sendOnUnload: sender.flush,
    close() {
      if (closed) return;
      closed = true;
      takeover.close();
      stopListening();
      for (const entry of list.all()) if (entry.deferred) endDeferral(entry);
      list.close();
      if (draft) storage.handBack(draft.key);
      sender.close();
    },
  };
}
