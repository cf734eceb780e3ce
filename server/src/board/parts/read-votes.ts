import type { TreeItem, Vote } from "@retro/contract/entities";
import { seesCounts } from "@retro/rules/permissions";
import { buildTree } from "@retro/rules/tree";
import type { RetroDatabase } from "../../db/database.ts";
import { readSnapshot } from "../read/snapshot.ts";
import { loadItems } from "./load-items.ts";
import { votesOf } from "./vote-store.ts";

/** The user's votes with places [T6], and counts unless they are concealed [H2] (spec 10.3). */
export async function readVotes(
  deps: { database: Pick<RetroDatabase, "db"> },
  boardId: string,
  userId: string,
): Promise<{ data: Vote[]; meta: { counts: Record<string, number> | null; version: number } }> {
  const { value, facilitation, version } = await readSnapshot(deps, boardId, userId, async (db) => ({
    mine: await votesOf(db, boardId, userId),
    items: await loadItems(db, boardId),
  }));
  const marks = new Map<string, TreeItem>();
  const walk = (nodes: TreeItem[]) => {
    for (const node of nodes) {
      marks.set(node.id, node);
      walk(node.children);
    }
  };
  walk(buildTree(value.items));
  const data = value.mine.flatMap(({ id, item_id, count }) => {
    const mark = marks.get(item_id);
    return mark ? [{ id, item_id, _lft: mark._lft, _rgt: mark._rgt, ...(count > 1 && { count }) }] : [];
  });
  const counts = seesCounts(facilitation, userId)
    ? Object.fromEntries(
        value.items.filter((i) => i.votes !== null && i.votes > 0).map((i) => [i.id, i.votes as number]),
      )
    : null;
  return { data, meta: { counts, version } };
}
