import { ownVotesOn } from "@retro/rules/apply-change";
import type { Item } from "@retro/contract/items";
import { changedIds } from "./changedIds.ts";
import { itemIds } from "../commands/commands.ts";
import type { BoardState } from "../types.ts";

type Items = ReadonlyMap<string, Item>;
type Marks = ReadonlyMap<string, readonly string[]>;
/** The key of the list of sections, which have no parent. */
export const rootKey = "";

/**
 * Tells components that the state has changed, at most once per microtask. Components of one item are called
 * only when something about that item has changed: with 1,000 stickers a change would otherwise run thousands
 * of selectors.
 */
export function createNotifier(getState: () => BoardState) {
  const listeners = new Set<() => void>();
  const byItem = new Map<string, Set<() => void>>();
  let last: BoardState | null = null;
  let due = false;

  function flush(): void {
    due = false;
    const before = last;
    last = getState();
    if (before === last) return;
    for (const listener of listeners) listener();
    const changedIds = before && changedItemIds(before, last);
    if (changedIds === null) for (const each of byItem.values()) for (const listener of each) listener();
    else for (const id of changedIds) for (const listener of byItem.get(id) ?? []) listener();
  }

  return {
    changed(): void {
      if (due) return;
      due = true;
      queueMicrotask(flush);
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Changes of one item (content, children, votes, editors, save state), and those that concern all. */
    subscribeItem(id: string, listener: () => void): () => void {
      let set = byItem.get(id);
      if (!set) byItem.set(id, (set = new Set()));
      set.add(listener);
      last ??= getState();
      return () => {
        set.delete(listener);
        if (set.size === 0 && byItem.get(id) === set) byItem.delete(id);
      };
    },
    clear(): void {
      listeners.clear();
      byItem.clear();
    },
  };
}

/** With their ancestors; null when all items are concerned. */
export function changedItemIds(before: BoardState, after: BoardState): ReadonlySet<string> | null {
  const [old, now] = [before.view, after.view];
  if (!old || !now || old.facilitation !== now.facilitation || before.people !== after.people) return null;
  // While the votes are limited, each vote decides whether the user can vote for other stickers.
  if (old.votedIds !== now.votedIds && now.facilitation.facilitator_options.votes !== false) return null;
  const ids = new Set<string>();
  for (const id of changedIds(old.items, now.items)) addWithAncestors(ids, id, old.items, now.items);
  if (old.votedIds !== now.votedIds) {
    for (const id of [...old.votedIds, ...now.votedIds])
      if (ownVotesOn(old, id) !== ownVotesOn(now, id)) ids.add(id);
  }
  addChangedMarks(ids, before.editing, after.editing);
  addChangedMarks(ids, before.writing, after.writing);
  if (before.pending !== after.pending)
    for (const { command } of [...before.pending, ...after.pending])
      for (const id of itemIds(command)) ids.add(id);
  return ids;
}

function addChangedMarks(changedIds: Set<string>, before: Marks, after: Marks): void {
  if (before === after) return;
  for (const id of [...before.keys(), ...after.keys()])
    if (before.get(id) !== after.get(id)) changedIds.add(id);
}

/** A group shows the sum of its votes, a column the order of its stickers. */
function addWithAncestors(changedIds: Set<string>, id: string, old: Items, now: Items): void {
  for (const items of [old, now])
    for (let at: Item | undefined = items.get(id); at; at = items.get(at.parent_id ?? "")) {
      changedIds.add(at.id);
      if (at.parent_id === null) changedIds.add(rootKey);
    }
}
