import type { BoardCommand } from "@retro/rules/predict";
import { firstRev } from "@retro/rules/revision";
import { isMomentary, specOf } from "../commands/commands.ts";
import { maxAge } from "../commands/commandSpec.ts";
import { limits } from "@retro/contract/limits";
import { Drafts } from "../drafts/drafts.ts";
import { CommandRebaser } from "./entryDependencies.ts";
import { EntryList } from "./entryList.ts";
import { subtreeIds } from "@retro/rules/tree";
import { EntryOutcomes } from "./entryOutcomes.ts";
import type { StoredEntry } from "../storage/entryStorage.ts";
import { EntryTakeover } from "./entryTakeover.ts";
import { deletionOfNew } from "../commands/stickerCommands.ts";
import { findFailedAdd, mayBeOnBoard } from "./failedAdd.ts";
import { FailedEntries } from "./failedEntries.ts";
import { createEntry, type OutboxEntry, restoreEntry, withoutCopies } from "./outboxEntry.ts";
import type { OutboxOptions } from "./outboxTypes.ts";
import { Sender } from "./sender.ts";
import { mergeTimerSteps } from "../commands/timerSteps.ts";
import type { Deletion, DroppedChange, PendingEntry } from "./pendingEntry.ts";

/** The user's changes that are not yet part of the confirmed view, in the order of their making [Y5, Y6]. */
export class Outbox {
  readonly drafts: Drafts;
  readonly #options: OutboxOptions;
  readonly #list: EntryList;
  readonly #rebaser: CommandRebaser;
  readonly #outcomes: EntryOutcomes;
  readonly #sender: Sender;
  readonly #failed: FailedEntries;
  readonly #takeover: EntryTakeover;
  readonly #stopListening: () => void;
  #closed = false;

  constructor(options: OutboxOptions) {
    const { boardId, me, env } = options;
    this.#options = options;
    this.#list = new EntryList(options);
    this.#rebaser = new CommandRebaser();
    this.#outcomes = new EntryOutcomes(options, this.#list, this.#rebaser);
    this.#sender = new Sender({
      ...options,
      list: this.#list,
      rebaser: this.#rebaser,
      outcomes: this.#outcomes,
      scrub: () => this.scrub(),
    });
    this.#failed = new FailedEntries({
      ...options,
      list: this.#list,
      outcomes: this.#outcomes,
      sendWaiting: this.#sender.sendWaiting,
      send: (command) => this.send(command),
    });
    this.drafts = new Drafts(env, this.#list, () => options.confirmed()?.facilitation.meeting !== undefined);
    this.#takeover = new EntryTakeover(env, boardId, me, (entries) => this.#restore(entries));
    const stops = [
      env.storage.onTakeOverPossible(() => {
        if (!this.#sender.isStarted || this.#closed) return;
        this.#takeover.check();
        void options.compare();
      }),
      env.storage.onDurableChange(() => this.#list.notify()),
    ];
    this.#stopListening = () => stops.forEach((stop) => stop());
  }

  entries(): readonly OutboxEntry[] {
    return this.#list.all();
  }
  /** For the screen; the same array until something changes. */
  pending(): readonly PendingEntry[] {
    return this.#list.pending();
  }
  dropped(): readonly DroppedChange[] {
    return this.#outcomes.dropped();
  }
  acknowledgeDropped(): void {
    this.#outcomes.acknowledgeDropped();
  }
  unsavedCount(): number {
    return this.#list.unsavedCount();
  }
  durable(): boolean {
    return this.#options.env.storage.durable();
  }

  /** @param kind `undo`: an undo or redo; if it is refused, it is given up and no text stays with the user */
  send(given: BoardCommand, kind: "command" | "undo" = "command"): Promise<unknown> {
    if (given.type === "stickers.order") this.#commitDeletions();
    const applied = this.#failed.applyTo(given);
    if (applied !== null) return applied;
    const { env, confirmed } = this.#options;
    const view = confirmed();
    const command = this.#rebaser.withOwnEdits(this.#namingSeen(given));
    return new Promise((resolve, reject) => {
      const base = this.#rebaser.baseFor(command, view);
      const entry = createEntry(env, { command, base, resolvers: { resolve, reject }, kind });
      entry.from = view?.version ?? null;
      entry.delayed = this.#sender.isBackingOff;
      this.#add(entry);
      this.#sender.sendWaiting();
      this.#list.notify();
    });
  }

  /** Deletes a sticker after the time for undo, unless the user undoes it. */
  deferDelete(id: string): Deletion {
    const { env, confirmed } = this.#options;
    const plain: BoardCommand = { type: "item.delete", id };
    // The addition goes at once: whatever happens to the page, its text must not come back.
    const failed = findFailedAdd(plain, this.#list.all());
    if (failed) this.#list.remove(failed);
    const command = failed ? deletionOfNew(id) : this.#namingSeen(plain);
    const base = this.#rebaser.baseFor(command, confirmed());
    const entry = createEntry(env, { command, base, kind: "deletion" });
    const send = () => {
      if (failed && !mayBeOnBoard(failed, confirmed())) this.#list.remove(entry);
      this.#sender.sendWaiting();
      this.#list.notify();
    };
    const takeBack = () => {
      this.#list.remove(entry);
      if (failed) this.#list.add(failed);
      this.#failed.endAdditionsOnBoard();
      this.#list.notify();
    };
    const ended = new Promise<void>((resolve) => {
      entry.onDeletionFinal = resolve;
    });
    // The time is counted here, whether or not the toast that offers Undo is still shown.
    entry.pauseFor("undo", env, limits.undoMs, send);
    this.#list.add(entry);
    this.#list.notify();
    return {
      commit: () => {
        if (entry.isDeferred) entry.pause?.end();
      },
      undo: () => {
        if (entry.isDeferred) takeBack();
      },
      ended,
    };
  }

  retry(key: string, seen?: number): void {
    this.#failed.retry(key, seen);
  }

  discard(key: string): void {
    this.#failed.discard(key);
  }

  /** Ends the entries that the confirmed view, now of this version, contains. */
  confirmedViewChanged(version: number): void {
    this.#failed.endAdditionsOnBoard();
    this.#list.removeConfirmed(version);
  }

  /** The server may be reachable again: sends without waiting for the back-off. */
  resume(): void {
    this.#sender.skipBackoff();
    if (!this.#takeover.wasSuspended()) this.#sender.sendWaiting();
    else void this.#removeTakenOver().then(this.#sender.sendWaiting);
  }

  /** Removes texts that the options now withhold from memory and storage [H1]. */
  scrub(): void {
    this.drafts.scrub();
    for (const entry of this.#list.all()) {
      entry.predicted.clear();
      this.#scrubCopies(entry);
      if (!this.#list.withheld(entry)) continue;
      this.#options.env.storage.remove(entry.key);
      if (entry.state === "sending") continue;
      this.#list.remove(entry);
      entry.resolvers?.reject({ name: "ApiError", message: "", status: 403, code: "content_hidden" });
    }
    this.#list.notify();
  }

  /** Starts to send, entries of earlier pages first. */
  start(): void {
    if (this.#sender.isStarted) return;
    this.#sender.start();
    this.#takeover.start();
    this.#sender.sendWaiting();
  }

  /**
   * Sends unanswered changes once more, in requests that go on after the page has closed; to repeat them is
   * harmless.
   */
  sendOnUnload(): void {
    this.drafts.flush();
    this.#sender.sendOnUnload();
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#takeover.close();
    this.#stopListening();
    this.#commitDeletions();
    this.#list.close();
    this.drafts.handBack();
    this.#sender.close();
  }

  /** The server has deleted stickers until their deletion is sent, and an order must name all stickers. */
  #commitDeletions(): void {
    for (const entry of this.#list.all()) if (entry.isDeferred) entry.pause?.end();
  }

  /**
   * Lets an edit name the revision that is on screen [T8], and a deletion the board that its user sees now,
   * however late it is sent [T12]. Others are returned as they are.
   */
  #namingSeen(command: BoardCommand): BoardCommand {
    const { confirmed, shown } = this.#options;
    const view = confirmed();
    const names = command.type === "item.edit" || command.type === "item.delete";
    if (!names || command.rev !== undefined || view === null) return command;
    const { items } = shown() ?? view;
    if (command.type === "item.edit") return { ...command, rev: items.get(command.id)?.rev ?? firstRev };
    return { ...command, since: view.version, items: subtreeIds(items, command.id).length };
  }

  /** Forgets the stickers that an entry restores if one is now hidden; the server decides about the entry. */
  #scrubCopies(entry: OutboxEntry): void {
    const view = this.#options.confirmed();
    if (view !== null && specOf(entry.command).hasHiddenCopy?.(entry.command, view))
      entry.command = withoutCopies(entry.command);
  }

  #add(entry: OutboxEntry): void {
    const { env, confirmed } = this.#options;
    const { sendWaiting } = this.#sender;
    if (!mergeTimerSteps(entry, { env, confirmed, list: this.#list, sendWaiting })) return;
    this.#list.add(entry);
    if (!isMomentary(entry.command)) return;
    env.schedule(maxAge.moment, () => {
      if (!entry.isOpen || !this.#list.all().includes(entry)) return;
      // The request is under way, and its answer decides. Until then the board is shown as the server has it.
      if (entry.state === "sending") entry.hide();
      else
        this.#outcomes.giveUp(entry, {
          name: "ApiError",
          message: "The server could not be reached",
          status: 0,
        });
      this.#list.notify();
    });
  }

  #restore(found: readonly StoredEntry[]): void {
    const drafts = new Set(this.drafts.keys());
    for (const stored of found) {
      if (this.#list.find(stored.key) || drafts.has(stored.key)) continue;
      if (stored.kind === "draft" && this.drafts.restore(stored)) continue;
      const entry = restoreEntry(stored);
      this.#list.restore(entry);
      if (stored.kind === "draft") this.#list.persist(entry);
    }
    this.scrub();
    this.#failed.endAdditionsOnBoard();
    this.#sender.sendWaiting();
  }

  /** Removes entries that another tab has taken over while this page was suspended. */
  async #removeTakenOver(): Promise<void> {
    const waiting = this.#list
      .all()
      .filter((entry) => entry.isOpen && entry.state === "waiting" && !isMomentary(entry.command));
    const drafts = this.drafts.keys();
    const keys = [...waiting.map(({ key }) => key), ...drafts];
    const owned = await this.#options.env.storage.ownedByThisTab(keys);
    this.drafts.renew(new Set(drafts.filter((key) => !owned.has(key))));
    for (const entry of waiting)
      if (!owned.has(entry.key) && this.#list.all().includes(entry)) {
        this.#list.removeFromList(entry);
        entry.endPause();
        entry.resolvers?.resolve(null);
      }
    this.#list.notify();
  }
}
