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
  /** A sticker that contains others, and those nested in it: how many, and their votes (null while concealed). */
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

/** Reads each item once, and the tree above it only for stickers in groups: a change of a board of thousands waits for it. */
function countStickers(items: ReadonlyMap<string, Item>): StickerCounts {
  const perColumn = new Map<string, number>();
  const columnsWithHidden = new Set<string>();
  const size = new Map<string, number>();
  const votes = new Map<string, number | null>();
  for (const item of items.values()) {
    if (item.kind !== "sticker") continue;
    let parent = items.get(item.parent_id ?? "");
    for (; parent?.kind === "sticker"; parent = items.get(parent.parent_id ?? "")) {
      const sum = votes.get(parent.id);
      const before = sum === undefined ? parent.votes : sum;
      votes.set(parent.id, item.votes === null || before === null ? null : before + item.votes);
      size.set(parent.id, (size.get(parent.id) ?? 1) + 1);
    }
    if (parent === undefined) continue;
    perColumn.set(parent.id, (perColumn.get(parent.id) ?? 0) + 1);
    if (item.hidden) columnsWithHidden.add(parent.id);
  }
  const perSection = new Map<string, number>();
  const withHidden = new Set<string>();
  for (const [column, count] of perColumn) {
    const section = items.get(column)?.parent_id;
    if (section === null || section === undefined) continue;
    perSection.set(section, (perSection.get(section) ?? 0) + count);
    if (columnsWithHidden.has(column)) withHidden.add(section);
  }
  return { perSection, withHidden, perGroup: size, votesPerGroup: votes };
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
