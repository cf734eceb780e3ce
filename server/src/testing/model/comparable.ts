import type { Change } from "@retro/contract/changes";
import { plainStyle } from "@retro/rules/testing/model/items";
import type { Audience } from "@retro/rules/testing/model/permissions";
import { flattenItems, type ModelBoard, type Style } from "@retro/rules/testing/model/state";
import { seenActions, seenItems, votedIds } from "@retro/rules/testing/model/views";
import type { ClientBoard } from "../client-board.ts";

/**
 * Without `order`, which the server chooses; an empty part of a style counts as none, and deleted ids have no
 * order.
 */
export function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== "object" || value === null) return value;
  const { order: _, ...rest } = value as Record<string, unknown>;
  const compare = (key: string, inner: unknown) => {
    if (key === "style") return plainStyle(inner as Style);
    // On the board's channel while avatars are hidden.
    if (key === "user_ids") return inner ?? [];
    return key === "deleted" || key === "ids" ? (inner as string[]).toSorted() : comparable(inner);
  };
  return Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, compare(key, inner)]));
}

/** The changes of one version have no order. */
export function comparableChanges(changes: readonly Change[]): object[] {
  const keyOf = (
    change: Partial<Record<"item" | "action", { id: string }>> & {
      type?: string;
      item_id?: string;
      ids?: string[];
    },
  ) => [change.type, change.item?.id ?? change.action?.id ?? change.item_id ?? change.ids].join();
  return changes
    .map((change) => comparable(change) as object)
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** What a client shows: to compare with `expectedView`. */
export function shownView({ items, mine, actions }: ClientBoard) {
  const order: Record<string, string[]> = {};
  // A restored action may have the key of another one: then the ids decide.
  const keyOf = ({ order, id }: { order: string; id: string }) => `${order} ${id}`;
  const byOrder = <T extends { order: string; id: string }>(list: Iterable<T>) =>
    [...list].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  for (const { id, parent_id } of byOrder(items.values())) (order[String(parent_id)] ??= []).push(id);
  return {
    items: Object.fromEntries([...items].map(([id, item]) => [id, comparable(item)])),
    order,
    mine: [...mine].toSorted(),
    actions: comparable(byOrder(actions.values())),
  };
}

/** What a client of this audience must show. */
export function expectedView(board: ModelBoard, who: Audience) {
  const parents = [{ id: "null", children: board.sections }, ...flattenItems(board.sections)];
  return {
    items: Object.fromEntries(seenItems(board, who).map((item) => [item.id, comparable(item)])),
    order: Object.fromEntries(
      parents.flatMap(({ id, children }) =>
        children.length > 0 ? [[id, children.map((child) => child.id)]] : [],
      ),
    ),
    mine: votedIds(board, who).toSorted(),
    actions: comparable(seenActions(board, who)),
  };
}
