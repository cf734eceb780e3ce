import type { OrderStickers } from "@retro/contract/commands";
import type { Item } from "@retro/contract/items";
import { isOrderOf, reorderSiblings } from "@retro/rules/order";
import { isHiddenFrom, mayEditStickers } from "@retro/rules/permissions";
import type { BoardCall } from "../../board/turn/caller.ts";
import { takeTurn, type Turn } from "../../board/turn/turn.ts";
import { AppError, fieldError, requireAllowed } from "../../http/errors/app-error.ts";
import { type CommandResult, presentForCaller, presentItemsNow } from "./command-result.ts";
import { saveOrders } from "./moving.ts";
import * as store from "./store.ts";

/**
 * All or none [T11]; the caller names the present order, so that nobody undoes a move without seeing it.
 * @throws AppError 403 by E2 or E4, 404, 409 `conflict` if the order is not `from`, 422 by field
 */
export async function orderStickers(
  { deps, boardId, caller }: BoardCall,
  { orders }: OrderStickers,
): Promise<CommandResult<Item[]>> {
  return takeTurn(deps, boardId, caller, async (turn) => {
    if (turn.isRepeat) return presentItemsNow(turn, turn.ids);
    requireAllowed(mayEditStickers(turn.facilitation, caller.userId));
    const keys = new Map<string, string>();
    for (const [index, { parent_id, from, to }] of orders.entries()) {
      const siblings = await loadChildren(turn, parent_id, `orders.${index}.parent_id`);
      if (isOrderOf(siblings, to)) continue;
      if (!isOrderOf(siblings, from)) throw new AppError(409, "conflict");
      for (const { item, order } of reorderSiblings(siblings, to)) keys.set(item.id, order);
    }
    const moved = new Map((await saveOrders(turn, keys)).map((item) => [item.id, item]));
    turn.ids = orders.flatMap(({ to }) => to.filter((id) => moved.has(id)));
    return turn.ids.map((id) => presentForCaller(turn, moved.get(id) as Item));
  });
}

/** Refuses with 403 `content_hidden`, 422 on `field`, 429. */
async function loadChildren(turn: Turn, parentId: string, field: string): Promise<store.AuthoredNode[]> {
  const nodes = await store.loadSubtree(turn.db, turn.board.id, parentId);
  const parent = nodes.get(parentId);
  if (parent === undefined || parent.kind === "section") throw fieldError(field, "validation.parent");
  turn.chargeItems(nodes.size);
  nodes.delete(parentId);
  for (const node of nodes.values())
    if (isHiddenFrom(turn.facilitation, node, turn.caller.userId)) throw new AppError(403, "content_hidden");
  return [...nodes.values()].filter((node) => node.parent_id === parentId);
}
