import type { Item, StickerStyle } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply-change";
import type { BoardCommand } from "@retro/rules/predict";
import { mergeStyle } from "@retro/rules/revision";
import { subtreeIds } from "@retro/rules/tree";
import type { OutboxEntry } from "./outboxEntry.ts";
import type { BaseState } from "./entryStorage.ts";
import { mustWaitFor } from "./commandRequests.ts";

/** What a command is about, as the server confirmed it; null when nothing is confirmed of it, or it does not matter. */
export function baseOf(command: BoardCommand, view: BoardView): BaseState | null {
  if (command.type !== "item.move" && command.type !== "item.delete") return null;
  const item = view.items.get(command.id);
  if (!item) return null;
  const { parent_id, order, rev } = item;
  return command.type === "item.move"
    ? { parent_id, order, rev }
    : { parent_id, order, rev, below: subtreeIds(view.items, command.id) };
}

/** Not answered yet, and not refused. */
export function isOpen(entry: OutboxEntry): boolean {
  return entry.confirmedAt === null && entry.state !== "failed";
}

/** Must the entry wait for an earlier one? */
export function isBlocked(entries: readonly OutboxEntry[], index: number): boolean {
  const { command } = entries[index] as OutboxEntry;
  return entries
    .slice(0, index)
    .some((earlier) => isOpen(earlier) && !earlier.deferred && mustWaitFor(command, earlier.command));
}

export type CommandRebaser = ReturnType<typeof createCommandRebaser>;

/** How a user's own commands on one item follow each other. */
export function createCommandRebaser() {
  /** The user's edits: which revision became which, so that the next edit of the same dialog is no conflict. */
  const ownEdits = new Map<string, { from: number; to: number }>();
  /** Where answers to this user put items that the confirmed view does not show yet: it may be held, or lack a version. */
  const answeredStates = new Map<string, BaseState>();

  return {
    /** Every edit names the revision that it started from [T8], also when its caller did not. */
    withCurrentRev(command: BoardCommand, view: BoardView | null): BoardCommand {
      if (command.type !== "item.edit") return { ...command };
      const rev = command.rev ?? view?.items.get(command.id)?.rev;
      const known = ownEdits.get(command.id);
      if (rev === undefined) return { ...command };
      return { ...command, rev: known && known.from === rev ? known.to : rev };
    },
    /** The item of a command: as confirmed, or else as in the last answer to this user. */
    baseFor(command: BoardCommand, view: BoardView | null): BaseState | null {
      if (command.type !== "item.move" && command.type !== "item.delete") return null;
      if (view?.items.has(command.id) !== true) return answeredStates.get(command.id) ?? null;
      answeredStates.delete(command.id);
      return baseOf(command, view);
    },
    /** What a command is about may have been confirmed since it was given: a second try is judged by it. Gives whether it has. */
    fillMissingBase(entry: OutboxEntry, view: BoardView | null): boolean {
      if (entry.base !== null) return false;
      entry.base = this.baseFor(entry.command, view);
      return entry.base !== null;
    },
    recordOwnEdit(id: string, from: number, to: number, entries: readonly OutboxEntry[]): void {
      ownEdits.set(id, { from, to });
      for (const { command } of entries)
        if (command.type === "item.edit" && command.id === id && command.rev === from) command.rev = to;
    },
    /** An own command changed an item: later ones about it start from there. Gives those. */
    rebase(entry: OutboxEntry, data: unknown, entries: readonly OutboxEntry[]): OutboxEntry[] {
      const rebased: OutboxEntry[] = [];
      const items = (Array.isArray(data) ? data : [data]) as Partial<Item>[];
      for (const { id, parent_id, order, rev } of items) {
        if (id === undefined || parent_id === undefined || order === undefined || rev === undefined) continue;
        // An edit leaves the place alone: the one in its answer may be another user's newer move.
        const isEdit = entry.command.type === "item.edit";
        if (!isEdit) answeredStates.set(id, { parent_id, order, rev });
        for (const later of entries) {
          const { command } = later;
          if (later === entry || later.confirmedAt !== null) continue;
          if ((command.type !== "item.move" && command.type !== "item.delete") || command.id !== id) continue;
          if (!isEdit) later.base = { ...later.base, parent_id, order, rev };
          else if (later.base !== null) later.base = { ...later.base, rev };
          rebased.push(later);
        }
      }
      return rebased;
    },
    /** After a refused edit, later open edits of the item name the revision that it started from, so that they conflict too. */
    revertRevs(entry: OutboxEntry, entries: readonly OutboxEntry[]): void {
      const { command: refused } = entry;
      if (refused.type !== "item.edit" || refused.rev === undefined) return;
      for (const { command, confirmedAt } of entries)
        if (confirmedAt === null && command.type === "item.edit" && command.id === refused.id)
          command.rev = Math.min(command.rev ?? refused.rev, refused.rev);
    },
    /** The refused new sticker that this command is about: the server does not know it. */
    findFailedAdd(command: BoardCommand, entries: readonly OutboxEntry[]): OutboxEntry | undefined {
      if (command.type !== "item.edit" && command.type !== "item.move" && command.type !== "item.delete")
        return undefined;
      return entries.find(
        ({ command: add, state }) =>
          state === "failed" && add.type === "sticker.add" && add.id === command.id,
      );
    },
    mergeIntoFailedAdd(failed: OutboxEntry, command: BoardCommand): void {
      const add = failed.command;
      if (add.type !== "sticker.add") return;
      if (command.type === "item.edit") {
        const style =
          command.style &&
          (mergeStyle({ kind: "sticker", style: add.style ?? {} }, command.style) as StickerStyle);
        failed.command = {
          ...add,
          title: command.title ?? add.title,
          ...(style && { style }),
        };
      } else if (command.type === "item.move" && command.parent_id !== null)
        failed.command = { ...add, parent_id: command.parent_id };
    },
  };
}
