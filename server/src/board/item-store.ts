import type { Item, SectionStyle, StickerStyle } from "@retro/contract/entities";
import type { Selectable } from "kysely";
import { prepareQuery } from "../db/prepared.ts";
import type { ItemsTable } from "../db/schema.ts";
import type { Db } from "../deps.ts";

export type ItemRow = Selectable<ItemsTable>;

/** A statement takes a bounded number of parameters. */
export const maxIdsPerStatement = 500;

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
  for (let at = 0; at < ids.length; at += maxIdsPerStatement)
    rows.push(
      ...(await db
        .selectFrom("items")
        .selectAll()
        .where("board_id", "=", boardId)
        .where("id", "in", ids.slice(at, at + maxIdsPerStatement))
        .execute()),
    );
  return rows;
}

/** The item on this board; undefined when it is on another, or nowhere. */
export async function findRow(db: Db, boardId: string, id: string): Promise<ItemRow | undefined> {
  const row = await findRowAnywhere(db, id);
  return row?.board_id === boardId ? row : undefined;
}

const findRowQuery = prepareQuery((db, { id }: { id: string }) =>
  db.selectFrom("items").selectAll().where("id", "=", id),
);

export async function findRowAnywhere(db: Db, id: string): Promise<ItemRow | undefined> {
  return (await findRowQuery(db, { id }))[0];
}
