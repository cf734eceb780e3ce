import type { Item } from "@retro/contract/entities";
import type { BoardView } from "@retro/rules/apply";
import { itemIds } from "../../board-state/requests.ts";
import type { PendingEntry, SaveState } from "../../board-state/types.ts";

/** Sums over the tree, counted once per view: of a section, and of a group. */
export interface Tallies {
  /** Stickers below a section, nested ones included. */
  readonly stickers: ReadonlyMap<string, number>;
  /** Below a sticker, itself included: how many, and their votes (null while concealed). */
  readonly size: ReadonlyMap<string, number>;
  readonly votes: ReadonlyMap<string, number | null>;
}

const cache = new WeakMap<ReadonlyMap<string, Item>, Tallies>();
const none: Tallies = { stickers: new Map(), size: new Map(), votes: new Map() };

/** The sums of this view. */
export function talliesOf(view: BoardView | null): Tallies {
  if (view === null) return none;
  let tallies = cache.get(view.items);
  if (tallies === undefined) {
    tallies = count(view.items);
    cache.set(view.items, tallies);
  }
  return tallies;
}

function count(items: ReadonlyMap<string, Item>): Tallies {
  const stickers = new Map<string, number>();
  const size = new Map<string, number>();
  const votes = new Map<string, number | null>();
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
      } else if (node.kind === "section") stickers.set(node.id, (stickers.get(node.id) ?? 0) + 1);
    }
  }
  return { stickers, size, votes };
}

const marks = new WeakMap<readonly PendingEntry[], ReadonlyMap<string, SaveState>>();
const weight: Record<SaveState, number> = { saving: 0, waiting: 1, failed: 2 };

/** What is still under way, by item: the gravest state where several are. */
export function marksOf(pending: readonly PendingEntry[]): ReadonlyMap<string, SaveState> {
  let found = marks.get(pending);
  if (found === undefined) {
    const map = new Map<string, SaveState>();
    for (const { command, state } of pending) {
      for (const id of itemIds(command)) {
        const known = map.get(id);
        if (known === undefined || weight[state] > weight[known]) map.set(id, state);
      }
    }
    found = map;
    marks.set(pending, found);
  }
  return found;
}
