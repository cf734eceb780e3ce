import type { Item, SectionStyle, StickerStyle } from "@retro/contract/entities";
import { firstRev } from "@retro/rules/revision";
import type { Node } from "@retro/rules/tree";
import type { Selectable } from "kysely";
import { prepared, preparedInsert } from "../../db/prepared.ts";
import type { ItemsTable } from "../../db/schema.ts";
import type { Db } from "../../deps.ts";

export type ItemRow = Selectable<ItemsTable>;

/** A statement takes a bounded number of parameters. */
const idsAtOnce = 500;

/**
 * The row as an item, whole: never sent but through `presentItem`. What siblings share stands first and what is each one's own stands
 * together: compressed, a board is a fiftieth smaller so.
 */
export function toItem(row: ItemRow, votes: number): Item {
  return {
    board_id: row.board_id,
    kind: row.kind,
    rev: row.rev,
    style: JSON.parse(row.style) as StickerStyle | SectionStyle,
    hidden: false,
    votes: row.kind === "sticker" ? row.imported_votes + votes : null,
    parent_id: row.parent_id,
    order: row.order_key,
    created_at: new Date(row.created_at).toISOString(),
    user_id: row.user_id,
    id: row.id,
    title: row.title,
  };
}

export async function loadRows(db: Db, boardId: string): Promise<ItemRow[]> {
  return db.selectFrom("items").selectAll().where("board_id", "=", boardId).execute();
}

export async function loadRowsById(db: Db, boardId: string, ids: readonly string[]): Promise<ItemRow[]> {
  const rows: ItemRow[] = [];
  for (let at = 0; at < ids.length; at += idsAtOnce)
    rows.push(
      ...(await db
        .selectFrom("items")
        .selectAll()
        .where("board_id", "=", boardId)
        .where("id", "in", ids.slice(at, at + idsAtOnce))
        .execute()),
    );
  return rows;
}

/** The item on this board; undefined when it is on another, or nowhere. */
export async function findRow(db: Db, boardId: string, id: string): Promise<ItemRow | undefined> {
  const row = await findRowAnywhere(db, id);
  return row?.board_id === boardId ? row : undefined;
}

const rowById = prepared((db, { id }: { id: string }) =>
  db.selectFrom("items").selectAll().where("id", "=", id),
);

export async function findRowAnywhere(db: Db, id: string): Promise<ItemRow | undefined> {
  return (await rowById(db, { id }))[0];
}

/** What the tree rules and the rules of hidden text need of an item. */
export type OwnedNode = Node & { user_id: string | null };

function nodesWhere(db: Db, boardId: string) {
  return db
    .selectFrom("items")
    .select(["id", "parent_id", "kind", "order_key as order", "user_id"])
    .where("board_id", "=", boardId);
}

/** All items of a board: for one that is being made, or a handful of them. */
export async function loadNodes(db: Db, boardId: string): Promise<OwnedNode[]> {
  return nodesWhere(db, boardId).execute();
}

/** An item of a board and everything below it, parents first; empty when it is not on the board. */
export async function loadSubtree(db: Db, boardId: string, id: string): Promise<Map<string, OwnedNode>> {
  const nodes = new Map<string, OwnedNode>();
  let level = await nodesWhere(db, boardId).where("id", "=", id).execute();
  while (level.length > 0) {
    for (const node of level) nodes.set(node.id, node);
    const parents = level.map((node) => node.id);
    level = [];
    for (let at = 0; at < parents.length; at += idsAtOnce)
      level.push(
        ...(await nodesWhere(db, boardId)
          .where("parent_id", "in", parents.slice(at, at + idsAtOnce))
          .execute()),
      );
  }
  return nodes;
}

/** What a move reads: the item with everything below it, the ancestors of its new parent, and the new siblings. */
export async function loadForMove(
  db: Db,
  boardId: string,
  { itemId, parentId }: { itemId: string; parentId: string },
): Promise<Map<string, OwnedNode>> {
  const nodes = await loadSubtree(db, boardId, itemId);
  for (const [id, node] of await loadAncestry(db, boardId, parentId)) if (!nodes.has(id)) nodes.set(id, node);
  for (const node of await nodesWhere(db, boardId).where("parent_id", "=", parentId).execute())
    if (!nodes.has(node.id)) nodes.set(node.id, node);
  return nodes;
}

/** The item and its ancestors, up to its column: enough to decide whether a new sticker may go there. */
export async function loadAncestry(db: Db, boardId: string, id: string): Promise<Map<string, OwnedNode>> {
  const nodes = new Map<string, OwnedNode>();
  for (let next: string | null = id; next !== null;) {
    const row: ItemRow | undefined = await findRow(db, boardId, next);
    if (!row) break;
    const { parent_id, kind, order_key, user_id } = row;
    nodes.set(row.id, { id: row.id, parent_id, kind, order: order_key, user_id });
    next = row.kind === "sticker" ? row.parent_id : null;
  }
  return nodes;
}

// `limit ?` would do the same, but SQLite plans such a statement anew for every run.
const lastBelow = prepared((db, { boardId, parentId }: { boardId: string; parentId: string }) =>
  db
    .selectFrom("items")
    .select((eb) => eb.fn.max("order_key").as("last"))
    .where("board_id", "=", boardId)
    .where("parent_id", "=", parentId),
);

/** The last child's place; null where there is none. */
export async function lastOrder(db: Db, boardId: string, parentId: string): Promise<string | null> {
  return (await lastBelow(db, { boardId, parentId }))[0]?.last ?? null;
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

export async function loadSections(db: Db, boardId: string): Promise<ItemRow[]> {
  return db
    .selectFrom("items")
    .selectAll()
    .where("board_id", "=", boardId)
    .where("parent_id", "is", null)
    .orderBy("order_key")
    .orderBy("id")
    .execute();
}

export type NewRow = Omit<ItemRow, "rev" | "imported_votes"> & { imported_votes?: number };

/** A new item's row. */
export function newRow(
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
  };
}

const inserted = prepared((db, row: ItemRow) =>
  db.insertInto("items").values({
    id: row.id,
    board_id: row.board_id,
    parent_id: row.parent_id,
    kind: row.kind,
    order_key: row.order_key,
    user_id: row.user_id,
    title: row.title,
    style: row.style,
    rev: row.rev,
    imported_votes: row.imported_votes,
    created_at: row.created_at,
  }),
);

export async function insertRow(db: Db, row: ItemRow): Promise<void> {
  await inserted(db, row);
}

/** Rows per statement. */
const rowsAtOnce = 100;
const insertMany = preparedInsert(
  "items",
  {
    id: true,
    board_id: true,
    parent_id: true,
    kind: true,
    order_key: true,
    user_id: true,
    title: true,
    style: true,
    rev: true,
    imported_votes: true,
    created_at: true,
  },
  rowsAtOnce,
);

/** Inserts rows without a pause: on SQLite nobody else can use the database meanwhile (10 to 20 ms for 1,000). */
export async function insertRows(db: Db, rows: readonly ItemRow[]): Promise<void> {
  let at = 0;
  for (; at + rowsAtOnce <= rows.length; at += rowsAtOnce)
    await insertMany(db, rows.slice(at, at + rowsAtOnce));
  const rest = rows.slice(at);
  if (rest.length > 0) await db.insertInto("items").values(rest).execute();
}

export async function saveContent(
  db: Db,
  id: string,
  content: { title: string | null; style: string; rev: number },
): Promise<void> {
  await db.updateTable("items").set(content).where("id", "=", id).execute();
}

export async function savePlace(db: Db, id: string, parentId: string | null, order: string): Promise<void> {
  await db.updateTable("items").set({ parent_id: parentId, order_key: order }).where("id", "=", id).execute();
}

/** Deletes items; their votes go with them (foreign key). */
export async function deleteRows(db: Db, boardId: string, ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += idsAtOnce)
    await db
      .deleteFrom("items")
      .where("board_id", "=", boardId)
      .where("id", "in", ids.slice(at, at + idsAtOnce))
      .execute();
}

/** Deletes all stickers of a board; their votes go with them (foreign key). @returns their ids */
export async function deleteStickers(db: Db, boardId: string): Promise<string[]> {
  const stickers = db.selectFrom("items").where("board_id", "=", boardId).where("kind", "=", "sticker");
  const ids = (await stickers.select("id").execute()).map((row) => row.id);
  await db.deleteFrom("items").where("board_id", "=", boardId).where("kind", "=", "sticker").execute();
  return ids;
}

export async function loadAuthors(db: Db, boardId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("items")
    .select("user_id")
    .distinct()
    .where("board_id", "=", boardId)
    .where("user_id", "is not", null)
    .execute();
  return rows.map((row) => row.user_id as string);
}
