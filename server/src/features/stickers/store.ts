import type { SectionStyle, StickerStyle } from "@retro/contract/styles";
import { type CompiledQuery, sql } from "kysely";
import { firstRev } from "@retro/rules/revision";
import type { ItemNode } from "@retro/rules/tree";
import {
  findRow,
  type ItemRow,
  maxIdsPerStatement,
  nothingCarried,
  rowQuery,
} from "../../board/parts/item-store.ts";
import { prepareQuery } from "../../db/engines/prepared.ts";
import { runTogether } from "../../db/engines/query-batch.ts";
import type { Db } from "../../deps.ts";

export type AuthoredNode = ItemNode & { user_id: string | null };

function selectNodes(db: Db, boardId: string) {
  return db
    .selectFrom("items")
    .select(["id", "parent_id", "kind", "order_key as order", "user_id"])
    .where("board_id", "=", boardId);
}

export async function loadNodes(db: Db, boardId: string): Promise<AuthoredNode[]> {
  return selectNodes(db, boardId).execute();
}

/** "" is a user who was erased and left a vote without a voter. */
export async function haveVoted(
  db: Db,
  ids: readonly string[],
  userIds: readonly string[],
): Promise<boolean> {
  if (userIds.length === 0) return false;
  for (let at = 0; at < ids.length; at += maxIdsPerStatement) {
    const chunk = ids.slice(at, at + maxIdsPerStatement);
    const vote = db.selectFrom("votes").select("id").where("item_id", "in", chunk);
    if (await vote.where("user_id", "in", userIds).limit(1).executeTakeFirst()) return true;
    if (!userIds.includes("")) continue;
    const voted = db.selectFrom("items").select("id").where("id", "in", chunk);
    if (await voted.where("imported_votes", ">", 0).limit(1).executeTakeFirst()) return true;
  }
  return false;
}

export async function loadSubtree(db: Db, boardId: string, id: string): Promise<Map<string, AuthoredNode>> {
  const nodes = new Map<string, AuthoredNode>();
  let level = await selectNodes(db, boardId).where("id", "=", id).execute();
  while (level.length > 0) {
    for (const node of level) nodes.set(node.id, node);
    const parents = level.map((node) => node.id);
    level = [];
    for (let at = 0; at < parents.length; at += maxIdsPerStatement)
      level.push(
        ...(await selectNodes(db, boardId)
          .where("parent_id", "in", parents.slice(at, at + maxIdsPerStatement))
          .execute()),
      );
  }
  return nodes;
}

export async function loadForMove(
  db: Db,
  boardId: string,
  { itemId, parentId }: { itemId: string; parentId: string },
): Promise<Map<string, AuthoredNode>> {
  const nodes = await loadSubtree(db, boardId, itemId);
  for (const [id, node] of await loadAncestry(db, boardId, parentId)) if (!nodes.has(id)) nodes.set(id, node);
  for (const node of await selectNodes(db, boardId).where("parent_id", "=", parentId).execute())
    if (!nodes.has(node.id)) nodes.set(node.id, node);
  return nodes;
}

export async function loadAncestry(
  db: Db,
  boardId: string,
  id: string,
  known?: ItemRow,
): Promise<Map<string, AuthoredNode>> {
  const nodes = new Map<string, AuthoredNode>();
  for (let next: string | null = id; next !== null;) {
    const row: ItemRow | undefined = next === known?.id ? known : await findRow(db, boardId, next);
    if (row?.board_id !== boardId) break;
    const { parent_id, kind, order_key, user_id } = row;
    nodes.set(row.id, { id: row.id, parent_id, kind, order: order_key, user_id });
    next = row.kind === "sticker" ? row.parent_id : null;
  }
  return nodes;
}

export async function loadPlace(db: Db, boardId: string, id: string): Promise<Map<string, AuthoredNode>> {
  const nodes = await loadAncestry(db, boardId, id);
  const column = [...nodes.values()].at(-1);
  if (column?.kind === "column" && column.parent_id !== null)
    for (const node of await selectNodes(db, boardId).where("id", "=", column.parent_id).execute())
      nodes.set(node.id, node);
  return nodes;
}

/** What is left around a place: its parent up to the column; sections and columns if that column is gone. */
export async function loadAroundPlace(
  db: Db,
  boardId: string,
  place: { parent_id: string; column_id: string },
): Promise<Map<string, AuthoredNode>> {
  const nodes = await loadAncestry(db, boardId, place.parent_id);
  for (const node of await selectNodes(db, boardId).where("id", "=", place.column_id).execute())
    nodes.set(node.id, node);
  if (nodes.has(place.column_id)) return nodes;
  const sections = await selectNodes(db, boardId).where("parent_id", "is", null).execute();
  const sectionIds = sections.map(({ id }) => id);
  const columns = await selectNodes(db, boardId).where("parent_id", "in", sectionIds).execute();
  for (const node of [...sections, ...columns]) nodes.set(node.id, node);
  return nodes;
}

export async function loadChildren(db: Db, boardId: string, parentId: string): Promise<AuthoredNode[]> {
  return selectNodes(db, boardId)
    .where("parent_id", "=", parentId)
    .orderBy("order_key")
    .orderBy("id")
    .execute();
}

export async function hasAnyRow(db: Db, ids: readonly string[]): Promise<boolean> {
  for (let at = 0; at < ids.length; at += maxIdsPerStatement) {
    const chunk = ids.slice(at, at + maxIdsPerStatement);
    if (await db.selectFrom("items").select("id").where("id", "in", chunk).limit(1).executeTakeFirst())
      return true;
  }
  return false;
}

// Not `max`: PostgreSQL reads the whole column for it while its statistics call the table small. The limit is
// a literal, because SQLite would plan `limit ?` again for every run.
const lastOrderQuery = prepareQuery((db, { boardId, parentId }: { boardId: string; parentId: string }) =>
  db
    .selectFrom("items")
    .select("order_key as last")
    .where("board_id", "=", boardId)
    .where("parent_id", "=", parentId)
    .orderBy("order_key", "desc")
    .limit(sql.lit(1)),
);

export function readsForAdding(
  db: Db,
  boardId: string,
  { parentId, ids }: { parentId: string; ids: readonly string[] },
): CompiledQuery[] {
  return [
    rowQuery(db, parentId),
    lastOrderQuery.with(db, { boardId, parentId }),
    ...ids.map((id) => rowQuery(db, id)),
  ];
}

export interface PlaceForAdding {
  parent: ItemRow | undefined;
  known: ItemRow[];
  last: string | null;
}

export function placeForAdding([parents = [], lasts = [], ...known]: readonly unknown[][]): PlaceForAdding {
  return {
    parent: (parents as ItemRow[])[0],
    last: (lasts as { last: string }[])[0]?.last ?? null,
    known: (known as ItemRow[][]).flat(),
  };
}

export async function countSections(db: Db, boardId: string): Promise<number> {
  const { n } = await db
    .selectFrom("items")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("board_id", "=", boardId)
    .where("parent_id", "is", null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export function makeItemRow(
  item: {
    id: string;
    boardId: string;
    parentId: string | null;
    kind: ItemRow["kind"];
    order: string;
    now: number;
  } & {
    userId?: string | null;
    title?: string | null;
    style?: StickerStyle | SectionStyle | null | undefined;
    holds?: ItemRow["holds"] | undefined;
  },
): ItemRow {
  return {
    id: item.id,
    board_id: item.boardId,
    parent_id: item.parentId,
    kind: item.kind,
    order_key: item.order,
    user_id: item.userId ?? null,
    title: item.title ?? null,
    style: JSON.stringify(item.style ?? {}),
    rev: firstRev,
    imported_votes: 0,
    created_at: item.now,
    ...nothingCarried,
    holds: item.holds ?? null,
  };
}

export async function saveContent(
  db: Db,
  id: string,
  content: Pick<ItemRow, "title" | "style" | "rev"> & Partial<Pick<ItemRow, "name" | "note" | "holds">>,
): Promise<void> {
  await db.updateTable("items").set(content).where("id", "=", id).execute();
}

export async function savePlace(db: Db, id: string, parentId: string | null, order: string): Promise<void> {
  await db.updateTable("items").set({ parent_id: parentId, order_key: order }).where("id", "=", id).execute();
}

const orderKeyUpdate = prepareQuery((db, { id, key }: { id: string; key: string }) =>
  db.updateTable("items").set({ order_key: key }).where("id", "=", id),
);

/** Together: one after the other, a thousand would block the board's turn for as many round trips. */
export async function saveOrderKeys(db: Db, orders: ReadonlyMap<string, string>): Promise<void> {
  await runTogether(
    db,
    Array.from(orders, ([id, key]) => orderKeyUpdate.with(db, { id, key })),
  );
}

export async function deleteRows(db: Db, boardId: string, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += maxIdsPerStatement)
    await db
      .deleteFrom("items")
      .where("board_id", "=", boardId)
      .where("id", "in", ids.slice(at, at + maxIdsPerStatement))
      .execute();
}

export async function deleteStickers(db: Db, boardId: string): Promise<string[]> {
  const stickers = db.selectFrom("items").where("board_id", "=", boardId).where("kind", "=", "sticker");
  const ids = (await stickers.select("id").execute()).map((row) => row.id);
  await db.deleteFrom("items").where("board_id", "=", boardId).where("kind", "=", "sticker").execute();
  return ids;
}

export async function stickersBy(db: Db, boardId: string, userId: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom("items")
    .select("id")
    .where("user_id", "=", userId)
    .where("board_id", "=", boardId)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export async function stickersWithReactionsOf(
  db: Db,
  boardId: string,
  userId: string,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("items")
    .select("id")
    .where("board_id", "=", boardId)
    .where("reactions", "like", `%"${userId}"%`)
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

export async function setAuthorOf(
  db: Db,
  boardId: string,
  ids: readonly string[],
  userId: string | null,
): Promise<void> {
  await db
    .updateTable("items")
    .set({ user_id: userId })
    .where("board_id", "=", boardId)
    .where("id", "in", ids)
    .execute();
}
