import type { Item } from "@retro/contract/items";
import { isHiddenFrom } from "@retro/rules/permissions";
import { subtreeIds } from "@retro/rules/tree";
import { loadItemsById } from "../../board/parts/load-items.ts";
import type { Turn } from "../../board/turn/turn.ts";
import { AppError } from "../../http/errors/app-error.ts";
import * as store from "./store.ts";

export function refuseHidden(turn: Turn, nodes: ReadonlyMap<string, store.AuthoredNode>, id: string): void {
  for (const below of subtreeIds(nodes, id)) {
    const node = nodes.get(below);
    if (node && isHiddenFrom(turn.facilitation, node, turn.caller.userId))
      throw new AppError(403, "content_hidden");
  }
}

export async function saveOrders(turn: Turn, orders: ReadonlyMap<string, string>): Promise<Item[]> {
  await store.saveOrderKeys(turn.db, orders);
  const items: Item[] = [];
  for (const item of await loadItemsById(turn.db, turn.board.id, [...orders.keys()])) {
    const moved = { ...item, order: orders.get(item.id) as string };
    turn.record({ type: "item.put", item: moved });
    items.push(moved);
  }
  return items;
}
