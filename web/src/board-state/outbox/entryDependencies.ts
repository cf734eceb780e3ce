import type { Item } from "@retro/contract/items";
import { isActionCommand } from "@retro/rules/actions";
import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import { type OutboxEntry, sentAgain } from "./outboxEntry.ts";
import type { BaseState } from "../storage/entryStorage.ts";
import {
  baseOf,
  hasBase,
  isAddition,
  itemIds,
  mustWaitFor,
  parentsOf,
  specOf,
} from "../commands/commands.ts";

export function isBlocked(entries: readonly OutboxEntry[], index: number): boolean {
  const { command } = entries[index] as OutboxEntry;
  return entries
    .slice(0, index)
    .some((earlier) => earlier.isOpen && !earlier.isDeferred && mustWaitFor(command, earlier.command));
}

type RevisionCommand = Extract<
  BoardCommand,
  { type: "item.edit" | "item.delete" | "action.edit" | "action.delete" }
>;
function mayNameRevision(command: BoardCommand): command is RevisionCommand {
  return specOf(command).namesRevision === true;
}

/** Adjusts later commands to the results of earlier ones: a user never conflicts with themselves. */
export class CommandRebaser {
  /** The user's last edit of each item, from which revision to which. */
  readonly #ownEdits = new Map<string, { from: number; to: number }>();
  /** Item states from answers that the confirmed view lacks, because it is paused or misses a version. */
  readonly #answeredStates = new Map<string, BaseState>();

  /** Gives a command that names a revision the one that its user's own edits have made of it [T8]. */
  withOwnEdits(command: BoardCommand): BoardCommand {
    if (!mayNameRevision(command) || command.rev === undefined) return { ...command };
    const known = this.#ownEdits.get(command.id);
    return { ...command, rev: known?.from === command.rev ? known.to : command.rev };
  }

  /** The state of what the command changes: as confirmed, or else as last answered to this user. */
  baseFor(command: BoardCommand, view: BoardView | null): BaseState | null {
    if (!hasBase(command)) return null;
    const base = view && baseOf(command, view);
    const [id = ""] = itemIds(command);
    if (base === null) return this.#answeredStates.get(id) ?? null;
    this.#answeredStates.delete(id);
    return base;
  }

  /** The item was confirmed after the user gave the command. @returns whether the entry got a base */
  fillMissingBase(entry: OutboxEntry, view: BoardView | null): boolean {
    if (entry.base !== null) return false;
    entry.base = this.baseFor(entry.command, view);
    return entry.base !== null;
  }

  recordOwnEdit(id: string, from: number, to: number, entries: readonly OutboxEntry[]): void {
    this.#ownEdits.set(id, { from, to });
    for (const { command } of entries)
      if ("rev" in command && command.id === id && command.rev === from) command.rev = to;
  }

  /** Later moves and deletions start from the answered state. @returns the entries that changed */
  rebase(entry: OutboxEntry, data: unknown, entries: readonly OutboxEntry[]): OutboxEntry[] {
    const rebased: OutboxEntry[] = [];
    const states = (Array.isArray(data) ? data : [data]) as Partial<Item>[];
    const [addedTo] = isAddition(entry.command) ? parentsOf(entry.command) : [];
    for (const { id, rev, ...state } of states) {
      let parent_id = isActionCommand(entry.command) ? null : state.parent_id;
      let { order } = state;
      if (id === undefined || parent_id === undefined || order === undefined || rev === undefined) continue;
      // The answer to a repeated addition shows where another user has moved the sticker since. Its author
      // has not seen that, so the author's later moves start from where it was added: they are compared,
      // and dropped.
      if (addedTo !== undefined && addedTo !== parent_id) [parent_id, order] = [addedTo, ""];
      // An edit moves nothing: the place in its answer may come from another user's newer move.
      const isEdit = entry.command.type === "item.edit" || entry.command.type === "action.edit";
      if (!isEdit) this.#answeredStates.set(id, { parent_id, order, rev });
      for (const later of entries) {
        const { command } = later;
        if (later === entry || later.confirmedAt !== null) continue;
        if (!hasBase(command) || !itemIds(command).includes(id)) continue;
        if (!isEdit) later.base = { parent_id, order, rev };
        else if (later.base !== null) later.base = { ...later.base, rev };
        if (!isEdit && "from" in command) later.command = sentAgain(later);
        rebased.push(later);
      }
    }
    return rebased;
  }

  /** After a refused edit, gives later open edits of the item its revision, so that they conflict too. */
  revertRevs(entry: OutboxEntry, entries: readonly OutboxEntry[]): void {
    const { command: refused } = entry;
    if (refused.type !== "item.edit" || refused.rev === undefined) return;
    for (const { command, confirmedAt } of entries)
      if (confirmedAt === null && command.type === "item.edit" && command.id === refused.id)
        command.rev = Math.min(command.rev ?? refused.rev, refused.rev);
  }
}
