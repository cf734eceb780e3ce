import type { ChangeMeta } from "@retro/contract/changes";
import type { Item } from "@retro/contract/items";
import { presentItem } from "@retro/rules/present";
import type { Turn } from "../../board/turn/turn.ts";

export interface CommandResult<T> {
  value: T;
  meta: ChangeMeta;
}

export function presentForCaller(turn: Turn, item: Item): Item {
  return presentItem(item, turn.facilitation, turn.caller.userId);
}
