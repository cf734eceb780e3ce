import type { Command } from "@retro/rules/predict";
import { limits } from "@retro/contract/limits";
import { firstRev } from "@retro/rules/revision";
import { createAdoption } from "./adoption.ts";
import { deferDeletion, endDeferral } from "./deletion.ts";
import { type Entry, newEntry, restoredEntry } from "./entry.ts";
import { createEntryList } from "./entry-list.ts";
import { createMerger, isOpen } from "./entry-rules.ts";
import type { Deletion, Outbox, OutboxOptions } from "./outbox-types.ts";
import { createOutcomes } from "./outcomes.ts";
import { isSessionCommand } from "./requests.ts";
import { createSender } from "./sender.ts";

const maxSessionWaitMs = 16_000;

export function createOutbox(options: OutboxOptions): Outbox {
  const { boardId, me, env } = options;
  const { storage } = env;
  const list = createEntryList(options);
  const revs = createMerger();
  const outcomes = createOutcomes(options, list, revs);
  const sender = createSender({ ...options, list, revs, outcomes, scrub });
  const { touch } = list;
  const { pump } = sender;
  let closed = false;
  let draft: Entry | null = null;

  const adoption = createAdoption(env, boardId, me, (found) => {
    for (const each of found) {
      if (list.find(each.key) || draft?.key === each.key) continue;
      const entry = restoredEntry(each);
      list.restore(entry);
      if (each.kind === "draft") list.persist(entry);
    }
    scrub();
    pump();
  });

  /** After a long sleep another tab may send this one's entries by now. */
  async function forgetLost(): Promise<void> {
    const waiting = list
      .all()
      .filter((entry) => isOpen(entry) && !entry.inFlight && !isSessionCommand(entry.command));
    const owned = await storage.owned(waiting.map(({ key }) => key));
    for (const entry of waiting)
      if (!owned.has(entry.key) && list.all().includes(entry)) {
        list.forget(entry);
        entry.stop?.();
        entry.over?.();
        entry.waiter?.resolve(null);
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
      list.drop(entry);
      entry.waiter?.reject({ name: "ApiError", message: "", status: 403, code: "content_hidden" });
    }
    touch();
  }

  function keepDraft(command: Command | null): void {
    if (command === null) {
      if (draft) list.end(draft);
      draft = null;
      return;
    }
    if (draft) draft.command = command;
    else {
      draft = newEntry(command, env, null, null, "draft");
      storage.hold(draft.key);
    }
    list.persist(draft);
  }

  function send(given: Command): Promise<unknown> {
    const failed = revs.failedAddOf(given, list.all());
    if (failed) {
      revs.foldInto(failed, given);
      if (given.type === "item.delete") list.drop(failed);
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
      entry.state = sender.pausing() ? "waiting" : "saving";
      coalesce(entry);
      pump();
      touch();
    });
  }

  /** Steps of the timer's minutes come in a row: the last one is sent, when they have come to rest. */
  function coalesce(entry: Entry): void {
    const { type } = entry.command;
    const edit = list.all().find((each) => each.command.type === "timer.edit" && each.stop && isOpen(each));
    if (
      edit &&
      (type === "timer.edit" || type === "timer.start" || type === "timer.stop" || type === "seat.leave")
    ) {
      list.drop(edit);
      edit.waiter?.resolve(null);
    } else if (edit && isSessionCommand(entry.command)) {
      edit.stop?.();
      edit.stop = null;
    }
    if (entry.command.type === "timer.edit") {
      const another = list.all().some((each) => each.command.type === "timer.edit" && isOpen(each));
      if (!another && entry.command.count_time === options.confirmed()?.session.timer.countTime) {
        entry.waiter?.resolve(null);
        return;
      }
      entry.stop = env.after(limits.timer.settleMs, () => {
        entry.stop = null;
        pump();
      });
    }
    list.add(entry);
    if (!isSessionCommand(entry.command)) return;
    // Nobody wants a timer to start long after the press.
    env.after(maxSessionWaitMs, () => {
      if (isOpen(entry) && !entry.inFlight && list.all().includes(entry))
        outcomes.giveUp(entry, { name: "ApiError", message: "The server could not be reached", status: 0 });
    });
  }

  function retry(key: string): void {
    const entry = list.find(key);
    if (entry?.state !== "failed") return;
    storage.hold(key);
    entry.state = "saving";
    entry.at = env.now();
    delete entry.error;
    list.persist(entry);
    pump();
    touch();
  }

  function deleteLater(id: string): Deletion {
    const view = options.confirmed();
    const command: Command = { type: "item.delete", id };
    const entry = newEntry(command, env, revs.baseFor(command, view), null, "deletion");
    const failed = revs.failedAddOf(command, list.all());
    const deletion = deferDeletion(entry, env, {
      commit() {
        // The server does not know a refused sticker.
        if (failed) for (const each of [failed, entry]) list.drop(each);
        pump();
        touch();
      },
      undo() {
        list.drop(entry);
        touch();
      },
    });
    list.add(entry);
    touch();
    return deletion;
  }

  const stopHandedBack = storage.onHandedBack(() => {
    if (!sender.started() || closed) return;
    adoption.look();
    void options.compare();
  });
  return {
    entries: list.all,
    pending: list.pending,
    dropped: outcomes.dropped,
    forgetDropped: outcomes.forgetDropped,
    unsaved: list.unsaved,
    durable: storage.durable,
    send,
    deleteLater,
    keepDraft,
    retry,
    discard(key) {
      const entry = list.find(key);
      if (entry?.state !== "failed") return;
      list.drop(entry);
      touch();
    },
    settle: list.settle,
    wake() {
      sender.endPause();
      if (!adoption.slept()) pump();
      else void forgetLost().then(pump);
    },
    scrub,
    start() {
      if (sender.started()) return;
      sender.start();
      adoption.start();
      pump();
    },
    flush: sender.flush,
    close() {
      if (closed) return;
      closed = true;
      adoption.close();
      stopHandedBack();
      for (const entry of list.all()) if (entry.deferred) endDeferral(entry);
      list.close();
      if (draft) storage.handBack(draft.key);
      sender.close();
    },
  };
}
