import type { Item } from "@retro/contract/items";
import type { Db } from "../../deps.ts";
import { voteCounts, voteCount } from "./vote-store.ts";
import { findRow, loadRows, loadRowsById, toItem } from "./item-store.ts";

export async function loadItems(db: Db, boardId: string): Promise<Item[]> {
  const counts = await voteCounts(db, boardId);
  return (await loadRows(db, boardId)).map((row) => toItem(row, counts.get(row.id) ?? 0));
}

export async function loadItemsById(db: Db, boardId: string, ids: readonly string[]): Promise<Item[]> {
  if (ids.length === 0) return [];
  const counts = await voteCounts(db, boardId, ids);
  return (await loadRowsById(db, boardId, ids)).map((row) => toItem(row, counts.get(row.id) ?? 0));
}

export async function loadItem(db: Db, boardId: string, id: string): Promise<Item | undefined> {
  const row = await findRow(db, boardId, id);
  return row && toItem(row, row.kind === "sticker" ? await voteCount(db, id) : 0);
}
