import { seenAction } from "@retro/rules/testing/model/action-state";
import type { Audience } from "@retro/rules/testing/model/permissions";
import { plainStyle } from "@retro/rules/testing/model/items";
import { flattenItems, type ModelBoard, stickersOf, type Style } from "@retro/rules/testing/model/state";
import { seenItems } from "@retro/rules/testing/model/views";

type WireItem = Record<string, unknown> & { id: string; parent_id: string | null; order: string };
export type WireAction = Record<string, unknown> & { id: string; order: string };
export type WireChange =
  | { type: "item.put"; item: WireItem }
  | { type: "item.deleted"; ids: string[] }
  | { type: "votes.put"; item_id: string; votes: number }
  | { type: "action.put"; action: WireAction }
  | { type: "action.deleted"; ids: string[] }
  | { type: "votes.reset" | "board.put" | "session.put" | "tick" }
  | { type: "vote.mine"; item_id: string; voted: boolean };
type WireTree = (WireItem & { children: WireTree })[];

/** A client that knows the board only from one read and the events since. */
export class Replica {
  readonly items = new Map<string, WireItem>();
  readonly mine = new Set<string>();
  readonly actions = new Map<string, WireAction>();

  load(tree: unknown): this {
    this.items.clear();
    const visit = (items: WireTree) => {
      for (const { children, ...item } of items) {
        delete item["_lft"];
        delete item["_rgt"];
        this.items.set(item.id, item);
        visit(children);
      }
    };
    visit(tree as WireTree);
    return this;
  }

  loadActions(list: readonly WireAction[]): void {
    this.actions.clear();
    for (const action of list) this.actions.set(action.id, action);
  }

  apply(changes: readonly WireChange[]): this {
    for (const change of changes) {
      if (change.type === "item.put") this.items.set(change.item.id, { ...change.item });
      else if (change.type === "item.deleted") {
        for (const id of change.ids) {
          this.items.delete(id);
          this.mine.delete(id);
        }
      } else if (change.type === "votes.put") {
        const item = this.items.get(change.item_id);
        if (item) item["votes"] = change.votes;
      } else if (change.type === "votes.reset") {
        this.mine.clear();
        for (const item of this.items.values()) if (typeof item["votes"] === "number") item["votes"] = 0;
      } else if (change.type === "action.put") this.actions.set(change.action.id, change.action);
      else if (change.type === "action.deleted") for (const id of change.ids) this.actions.delete(id);
      else if (change.type === "vote.mine") {
        if (change.voted) this.mine.add(change.item_id);
        else this.mine.delete(change.item_id);
      }
    }
    return this;
  }

  /** Items without `order`, the order of siblings, and the user's votes: to compare with `expectedReplica`. */
  shown() {
    const siblings = new Map<string, WireItem[]>();
    for (const item of this.items.values()) {
      const key = String(item.parent_id);
      siblings.set(key, [...(siblings.get(key) ?? []), item]);
    }
    const byOrder = (a: WireAction, b: WireAction) => (a.order < b.order ? -1 : 1);
    return {
      items: Object.fromEntries([...this.items].map(([id, item]) => [id, comparable(item)])),
      order: Object.fromEntries(
        [...siblings].map(([parent, items]) => [parent, items.toSorted(byOrder).map(({ id }) => id)]),
      ),
      mine: [...this.mine].toSorted(),
      actions: [...this.actions.values()].toSorted(byOrder).map(comparable),
    };
  }
}

/** What a replica of this audience must show. */
export function expectedReplica(board: ModelBoard, who: Audience) {
  const order: Record<string, string[]> = {};
  if (board.sections.length > 0) order["null"] = board.sections.map(({ id }) => id);
  for (const { id, children } of flattenItems(board.sections))
    if (children.length > 0) order[id] = children.map((child) => child.id);
  return {
    items: Object.fromEntries([...seenItems(board, who)].map(([id, item]) => [id, comparable(item)])),
    order,
    mine: stickersOf(board)
      .filter((item) => who !== null && item.voters.has(who))
      .map(({ id }) => id)
      .toSorted(),
    actions: board.actions.map((action) => seenAction(board, action, who)),
  };
}

/** Without `order`, which only the server knows; an empty part of a style counts as none. */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  const { order: _, ...rest } = value as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [
      key,
      key === "style"
        ? plainStyle(inner as Style)
        : key === "deleted"
          ? (inner as string[]).toSorted()
          : comparable(inner),
    ]),
  );
}
