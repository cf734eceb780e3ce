import type { Item } from "@retro/contract/entities";
import { itemIds } from "./requests.ts";
import type { BoardState } from "./types.ts";

type Items = ReadonlyMap<string, Item>;
/** The key for the list of sections, which have no parent. */
export const rootKey = "";

/**
 * Tells components that the state has changed: at most once a microtask, and components of one item only when something about that item
 * has changed. With 1,000 stickers a change would otherwise run thousands of selectors.
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
    const touched = before && touchedItems(before, last);
    if (touched === null) for (const each of byItem.values()) for (const listener of each) listener();
    else for (const id of touched) for (const listener of byItem.get(id) ?? []) listener();
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
    /** Hears of changes of one item: itself, its children, its votes, who edits it, how it is saved; of everything that concerns all. */
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

/** Ids of the items about which something differs, their ancestors included; null when all are concerned. */
export function touchedItems(before: BoardState, after: BoardState): ReadonlySet<string> | null {
  const [old, now] = [before.view, after.view];
  if (!old || !now || old.session !== now.session || before.people !== after.people) return null;
  // Under a limit each vote decides whether the other stickers can be voted for.
  if (old.mine !== now.mine && now.session.facilitator_options.votes !== false) return null;
  const touched = new Set<string>();
  if (old.items !== now.items) {
    for (const [id, item] of now.items)
      if (old.items.get(id) !== item) markItem(touched, id, old.items, now.items);
    for (const id of old.items.keys()) if (!now.items.has(id)) markItem(touched, id, old.items, now.items);
  }
  if (old.mine !== now.mine) {
    for (const id of now.mine) if (!old.mine.has(id)) touched.add(id);
    for (const id of old.mine) if (!now.mine.has(id)) touched.add(id);
  }
  if (before.editing !== after.editing)
    for (const id of [...before.editing.keys(), ...after.editing.keys()])
      if (before.editing.get(id) !== after.editing.get(id)) touched.add(id);
  if (before.pending !== after.pending)
    for (const { command } of [...before.pending, ...after.pending])
      for (const id of itemIds(command)) touched.add(id);
  return touched;
}

/** A group shows the sum of its stickers, a column their order: a change of an item also concerns its ancestors. */
function markItem(touched: Set<string>, id: string, old: Items, now: Items): void {
  for (const items of [old, now])
    for (let at: Item | undefined = items.get(id); at; at = items.get(at.parent_id ?? "")) {
      touched.add(at.id);
      if (at.parent_id === null) touched.add(rootKey);
    }
}
