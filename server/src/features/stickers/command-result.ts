import type { ChangeMeta } from "@retro/contract/changes";
import type { Item } from "@retro/contract/entities";
import { presentItem } from "@retro/rules/present";
import type { Turn } from "../../board/turn/turn.ts";

/** A command's value, and the `meta` of the answer. */
export interface CommandResult<T> {
  value: T;
  meta: ChangeMeta;
}

/** The item as the caller may see it. */
export function presentForCaller(turn: Turn, item: Item): Item {
  return presentItem(item, turn.facilitation, turn.caller.userId);
}
