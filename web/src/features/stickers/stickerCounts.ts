import type { Item } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply-change";
import { itemIds } from "../../board-state/commandRequests.ts";
import type { PendingEntry, SaveState } from "../../board-state/types.ts";

/** Sums over the tree, computed once per view: of a section, and of a group. */
export interface StickerCounts {
  /** Stickers in a section, including nested ones. */
  readonly perSection: ReadonlyMap<string, number>;
  /** Sections with a sticker whose text is hidden from the user. */
  readonly withHidden: ReadonlySet<string>;
  /** A sticker and those nested in it: how many, and their votes (null while concealed). */
  readonly perGroup: ReadonlyMap<string, number>;
  readonly votesPerGroup: ReadonlyMap<string, number | null>;
}

const cache = new WeakMap<ReadonlyMap<string, Item>, StickerCounts>();
const noCounts: StickerCounts = {
  perSection: new Map(),
  withHidden: new Set(),
  perGroup: new Map(),
  votesPerGroup: new Map(),
};

/** Returns the sums of this view. */
export function stickerCountsOf(view: BoardView | null): StickerCounts {
  if (view === null) return noCounts;
  let counts = cache.get(view.items);
  if (counts === undefined) {
    counts = countStickers(view.items);
    cache.set(view.items, counts);
  }
  return counts;
}

function countStickers(items: ReadonlyMap<string, Item>): StickerCounts {
  const stickers = new Map<string, number>();
  const size = new Map<string, number>();
  const votes = new Map<string, number | null>();
  const withHidden = new Set<string>();
  for (const item of items.values()) {
    if (item.kind !== "sticker") continue;
    for (
      let node: Item | undefined = item;
      node;
      node = node.parent_id === null ? undefined : items.get(node.parent_id)
    ) {
      if (node.kind === "sticker") {
        size.set(node.id, (size.get(node.id) ?? 0) + 1);
        const sum = votes.get(node.id);
        votes.set(node.id, item.votes === null || sum === null ? null : (sum ?? 0) + item.votes);
      } else if (node.kind === "section") {
        stickers.set(node.id, (stickers.get(node.id) ?? 0) + 1);
        if (item.hidden) withHidden.add(node.id);
      }
    }
  }
  return { perSection: stickers, withHidden, perGroup: size, votesPerGroup: votes };
}

const saveStates = new WeakMap<readonly PendingEntry[], ReadonlyMap<string, SaveState>>();
const severity: Record<SaveState, number> = { saving: 0, waiting: 1, failed: 2 };

/** Returns the state of pending changes by item; the most severe if an item has several. */
export function saveStatesOf(pending: readonly PendingEntry[]): ReadonlyMap<string, SaveState> {
  let found = saveStates.get(pending);
  if (found === undefined) {
    const map = new Map<string, SaveState>();
    for (const { command, state } of pending) {
      for (const id of itemIds(command)) {
        const known = map.get(id);
        if (known === undefined || severity[state] > severity[known]) map.set(id, state);
      }
    }
    found = map;
    saveStates.set(pending, found);
  }
  return found;
}
