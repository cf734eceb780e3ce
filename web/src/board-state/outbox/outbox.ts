import type { BoardCommand } from "@retro/rules/predict";
import { firstRev } from "@retro/rules/revision";
import { isMomentary, specOf } from "../commands/commands.ts";
import { maxAge } from "../commands/commandSpec.ts";
import { deferDeletion } from "./deferredDeletion.ts";
import type { Deletion } from "./deletion.ts";
import { Drafts } from "../drafts/drafts.ts";
import { createCommandRebaser, type CommandRebaser, isOpen } from "./entryDependencies.ts";
import { createEntryList, type EntryList } from "./entryList.ts";
import { subtreeIds } from "@retro/rules/tree";
import { createEntryOutcomes, type EntryOutcomes } from "./entryOutcomes.ts";
import type { StoredEntry } from "../storage/entryStorage.ts";
import { createEntryTakeover } from "./entryTakeover.ts";
import { deletionOfNew } from "../commands/stickerCommands.ts";
import { findFailedAdd, mayBeOnBoard } from "./failedAdd.ts";
import { createFailedEntries } from "./failedEntries.ts";
import { createEntry, type OutboxEntry, restoreEntry, withoutCopies } from "./outboxEntry.ts";
import type { OutboxOptions } from "./outboxTypes.ts";
import { project } from "../view/projection.ts";
import { Sender } from "./sender.ts";
import { mergeTimerSteps } from "../commands/timerSteps.ts";
import type { DroppedChange, PendingEntry } from "./pendingEntry.ts";

/** The user's changes that are not yet part of the confirmed view, in the order in which the user made them [Y5, Y6]. */
export class Outbox {
  readonly drafts: Drafts;
  readonly #options: OutboxOptions;
  readonly #list: EntryList;
  readonly #rebaser: CommandRebaser;
  readonly #outcomes: EntryOutcomes;
  readonly #sender: Sender;
  readonly #failed: ReturnType<typeof createFailedEntries>;
  readonly #takeover: ReturnType<typeof createEntryTakeover>;
  readonly #stopListening: () => void;
  /** Deletions that can still be undone. */
  readonly #deletions = new Set<Deletion>();
  #closed = false;

  constructor(options: OutboxOptions) {
    const { boardId, me, env } = options;
    this.#options = options;
    this.#list = createEntryList(options);
    this.#rebaser = createCommandRebaser();
    this.#outcomes = createEntryOutcomes(options, this.#list, this.#rebaser);
    this.#sender = new Sender({
      ...options,
      list: this.#list,
      rebaser: this.#rebaser,
      outcomes: this.#outcomes,
      scrub: () => this.scrub(),
    });
    this.#failed = createFailedEntries({
      ...options,
      list: this.#list,
      outcomes: this.#outcomes,
      sendWaiting: this.#sender.sendWaiting,
      send: (command) => this.send(command),
    });
    this.drafts = new Drafts(env, this.#list);
    this.#takeover = createEntryTakeover(env, boardId, me, (entries) => this.#restore(entries));
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
  /** Number of changes that wait for the server, without failed ones. */
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
      const entry = createEntry(command, env, base, { resolve, reject }, kind);
      entry.from = view?.version ?? null;
      entry.state = this.#sender.isBackingOff ? "waiting" : "saving";
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
    const entry = createEntry(command, env, this.#rebaser.baseFor(command, confirmed()), null, "deletion");
    const deletion = deferDeletion(entry, env, {
      commit: () => {
        if (failed && !mayBeOnBoard(failed, confirmed())) this.#list.remove(entry);
        this.#sender.sendWaiting();
        this.#list.notify();
      },
      undo: () => {
        this.#list.remove(entry);
        if (failed) this.#list.add(failed);
        this.#failed.endAdditionsOnBoard();
        this.#list.notify();
      },
    });
    this.#list.add(entry);
    this.#list.notify();
    this.#deletions.add(deletion);
    void deletion.ended.then(() => this.#deletions.delete(deletion));
    return deletion;
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
      if (entry.inFlight) continue;
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

  /** The page closes: sends unanswered changes once more, in requests that outlive the page. Repeating them is harmless. */
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

  /** The server knows deleted stickers until their deletion is sent, and an order must name all stickers. */
  #commitDeletions(): void {
    for (const deletion of this.#deletions) deletion.commit();
  }

  /**
   * Lets an edit name the revision that is on screen [T8], and a deletion the board that its user sees now, however late it is sent [T12].
   * Others are returned as they are.
   */
  #namingSeen(command: BoardCommand): BoardCommand {
    const view = this.#options.confirmed();
    const names = command.type === "item.edit" || command.type === "item.delete";
    if (!names || command.rev !== undefined || view === null) return command;
    const { items } = project(view, this.#list.all());
    if (command.type === "item.edit") return { ...command, rev: items.get(command.id)?.rev ?? firstRev };
    return { ...command, since: view.version, items: subtreeIds(items, command.id).length };
  }

  /** Removes the stickers that an entry restores if one of them is now hidden from this user. The server decides about the entry. */
  #scrubCopies(entry: OutboxEntry): void {
    const view = this.#options.confirmed();
    if (view !== null && specOf(entry.command).hasHiddenCopy?.(entry.command, view))
      entry.command = withoutCopies(entry.command);
  }

  /** Adds a new entry, unless it is an unnecessary step of the timer. */
  #add(entry: OutboxEntry): void {
    const { env, confirmed } = this.#options;
    const { sendWaiting } = this.#sender;
    if (!mergeTimerSteps(entry, { env, confirmed, list: this.#list, sendWaiting })) return;
    this.#list.add(entry);
    if (!isMomentary(entry.command)) return;
    env.schedule(maxAge.moment, () => {
      if (!isOpen(entry) || !this.#list.all().includes(entry)) return;
      // The request is under way, and its answer decides. Until then the board is shown as the server has it.
      if (entry.inFlight) entry.overdue = true;
      else
        this.#outcomes.giveUp(entry, {
          name: "ApiError",
          message: "The server could not be reached",
          status: 0,
        });
      this.#list.notify();
    });
  }

  /** Takes in entries of earlier pages. */
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
      .filter((entry) => isOpen(entry) && !entry.inFlight && !isMomentary(entry.command));
    const drafts = this.drafts.keys();
    const keys = [...waiting.map(({ key }) => key), ...drafts];
    const owned = await this.#options.env.storage.ownedByThisTab(keys);
    this.drafts.renew(new Set(drafts.filter((key) => !owned.has(key))));
    for (const entry of waiting)
      if (!owned.has(entry.key) && this.#list.all().includes(entry)) {
        this.#list.removeFromList(entry);
        entry.cancelWait?.();
        entry.onDeletionFinal?.();
        entry.resolvers?.resolve(null);
      }
    this.#list.notify();
  }
}
