import type { Item, SessionState, TreeItem } from "@retro/contract/entities";
import { type Audience, presentItem } from "@retro/rules/present";
import { buildTree } from "@retro/rules/tree";
import type { Db } from "../../deps.ts";
import { voteCounts, voteCount } from "../votes/counts.ts";
import { findRow, loadRows, loadRowsById, toItem } from "./store.ts";

/** All items of a board, whole: for rules and exports, never for an answer. */
export async function loadItems(db: Db, boardId: string): Promise<Item[]> {
  const counts = await voteCounts(db, boardId);
  return (await loadRows(db, boardId)).map((row) => toItem(row, counts.get(row.id) ?? 0));
}

/** Some items of a board, whole; ids that are not on it are left out. */
export async function loadItemsById(db: Db, boardId: string, ids: readonly string[]): Promise<Item[]> {
  if (ids.length === 0) return [];
  const counts = await voteCounts(db, boardId, ids);
  return (await loadRowsById(db, boardId, ids)).map((row) => toItem(row, counts.get(row.id) ?? 0));
}

/** One item of a board, whole. */
export async function loadItem(db: Db, boardId: string, id: string): Promise<Item | undefined> {
  const row = await findRow(db, boardId, id);
  return row && toItem(row, row.kind === "sticker" ? await voteCount(db, id) : 0);
}

/** The tree as this audience may see it: sections → columns → stickers → nested stickers. */
export async function loadTree(db: Db, boardId: string, session: SessionState, audience: Audience): Promise<TreeItem[]> {
  const items = await loadItems(db, boardId);
  return buildTree(items.map((item) => presentItem(item, session, audience)));
}
