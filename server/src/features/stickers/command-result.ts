import type { ChangeMeta } from "@retro/contract/changes";
import type { Item } from "@retro/contract/items";
import { presentItem } from "@retro/rules/present";
import { loadItemsById } from "../../board/parts/load-items.ts";
import type { Turn } from "../../board/turn/turn.ts";

export interface CommandResult<T> {
  value: T;
  meta: ChangeMeta;
}

export function presentForCaller(turn: Turn, item: Item): Item {
  return presentItem(item, turn.facilitation, turn.caller.userId);
}

/** For a repeat: as it is now; null: it is gone. */
export async function presentItemNow(turn: Turn, id: string): Promise<Item | null> {
  return (await presentItemsNow(turn, [id]))[0] ?? null;
}

/** For a repeat: in the order of the ids, without those that are gone. */
export async function presentItemsNow(turn: Turn, ids: readonly string[]): Promise<Item[]> {
  turn.chargeItems(ids.length);
  const items = await loadItemsById(turn.db, turn.board.id, ids);
  const known = new Map(items.map((item) => [item.id, presentForCaller(turn, item)]));
  return ids.flatMap((id) => known.get(id) ?? []);
}
