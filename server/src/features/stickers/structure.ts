import type { Node } from "@retro/rules/tree";
import type { Db } from "../../deps.ts";
import { loadNodes } from "./store.ts";

/** A board's tree without texts: what rules of other features need of it. */
export async function loadStructure(db: Db, boardId: string): Promise<ReadonlyMap<string, Node>> {
  return loadNodes(db, boardId);
}
