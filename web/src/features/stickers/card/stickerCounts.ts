import type { Item } from "@retro/contract/items";
import type { BoardView } from "@retro/rules/apply-change";
import { sectionIdOf } from "@retro/rules/tree";
import { childIndex } from "../../../board-state/view/childIds.ts";
import { itemIds } from "../../../board-state/commands/commands.ts";
import type { PendingEntry, SaveState } from "../../../board-state/outbox/pendingEntry.ts";

interface StickerCounts {
  readonly perSection: ReadonlyMap<string, number>;
  readonly withHidden: ReadonlySet<string>;
  /** Of a sticker that contains others: how many, and their votes (null while concealed). */
  readonly perGroup: ReadonlyMap<string, number>;
  readonly votesPerGroup: ReadonlyMap<string, number | null>;
}

type Items = ReadonlyMap<string, Item>;
const cache = new WeakMap<Items, StickerCounts>();
const noCounts: StickerCounts = {
  perSection: new Map(),
  withHidden: new Set(),
  perGroup: new Map(),
  votesPerGroup: new Map(),
};

export function stickerCountsOf(view: BoardView | null): StickerCounts {
  if (view === null) return noCounts;
  let counts = cache.get(view.items);
  if (counts === undefined) {
    counts = countStickers(view.items);
    cache.set(view.items, counts);
  }
  return counts;
}

/** Reads single items only in groups and where texts are hidden; the tree's index seldom changes. */
function countStickers(items: Items): StickerCounts {
  const perSection = new Map<string, number>();
  const withHidden = new Set<string>();
  const perGroup = new Map<string, number>();
  const votesPerGroup = new Map<string, number | null>();
  for (const [parentId, ids] of childIndex(items)) {
    const parent = items.get(parentId ?? "");
    if (parent === undefined || parent.kind === "section") continue;
    const section = sectionIdOf(items, parent.id);
    if (section !== null) perSection.set(section, (perSection.get(section) ?? 0) + ids.length);
    if (parent.kind === "sticker") addToGroups(perGroup, votesPerGroup, items, parent, ids);
  }
  for (const { id, kind, hidden } of items.values()) {
    const section = hidden && kind === "sticker" ? sectionIdOf(items, id) : null;
    if (section !== null) withHidden.add(section);
  }
  return { perSection, withHidden, perGroup, votesPerGroup };
}

function addToGroups(
  size: Map<string, number>,
  votes: Map<string, number | null>,
  items: Items,
  head: Item,
  ids: readonly string[],
): void {
  for (let at: Item | undefined = head; at?.kind === "sticker"; at = items.get(at.parent_id ?? "")) {
    const known = votes.get(at.id);
    let sum = known === undefined ? at.votes : known;
    for (const id of ids) {
      const own = items.get(id)?.votes ?? null;
      sum = own === null || sum === null ? null : sum + own;
    }
    votes.set(at.id, sum);
    size.set(at.id, (size.get(at.id) ?? 1) + ids.length);
  }
}

const saveStates = new WeakMap<readonly PendingEntry[], ReadonlyMap<string, SaveState>>();
const severity: Record<SaveState, number> = { saving: 0, waiting: 1, failed: 2 };

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
