import type { Item, SectionHolds } from "@retro/contract/items";
import type { SectionStyle, StickerStyle } from "@retro/contract/styles";
import type { Reactions } from "@retro/contract/reactions";
import type { RoundVotes } from "@retro/contract/facilitation/rounds";
import type { CompiledQuery, Selectable } from "kysely";
import { prepareInsert, prepareQuery } from "../../db/engines/prepared.ts";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";

export type ItemRow = Selectable<Database["items"]>;

export const maxIdsPerStatement = 500;

/** In every row. A deletion keeps them, except the board and the kind, which is always a sticker. */
const deletableColumns = [
  "id",
  "parent_id",
  "order_key",
  "user_id",
  "title",
  "style",
  "rev",
  "imported_votes",
  "created_at",
] as const satisfies (keyof Database["items"])[];

/** What only some items carry, and how the item shows what is stored; the item leaves it out while it is null. */
const carriedColumns = {
  reactions: (stored: string) => JSON.parse(stored) as Reactions,
  name: (stored: string) => stored,
  note: (stored: string) => stored,
  holds: (stored: SectionHolds) => stored,
  rounds: (stored: string) => JSON.parse(stored) as RoundVotes,
} satisfies { [Name in keyof Database["items"] & keyof Item]?: (stored: never) => Item[Name] };
type CarriedColumn = keyof typeof carriedColumns;
const carriers = Object.entries(carriedColumns) as [CarriedColumn, (stored: unknown) => unknown][];
const carriedNames = carriers.map(([name]) => name);

/** What `deleted_items` copies of `items`. */
export const copiedColumns = [...deletableColumns, ...carriedNames] as const;

/** All columns by name: a migration that adds one must not change the result of a prepared statement. */
const itemColumns = [...copiedColumns, "board_id", "kind"] as const;

/** The carried columns of an item that carries nothing. */
export const nothingCarried = Object.fromEntries(carriedNames.map((name) => [name, null])) as Record<
  CarriedColumn,
  null
>;

function carriedBy(row: ItemRow): Pick<Item, CarriedColumn> {
  const carried: Partial<Record<CarriedColumn, unknown>> = {};
  for (const [name, show] of carriers) if (row[name] !== null) carried[name] = show(row[name]);
  return carried as Pick<Item, CarriedColumn>;
}

/** Unredacted: send it through `presentItem` only. Fields with equal values first compress better. */
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
    ...carriedBy(row),
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

export async function findRow(db: Db, boardId: string, id: string): Promise<ItemRow | undefined> {
  const row = await findRowAnywhere(db, id);
  return row?.board_id === boardId ? row : undefined;
}

const findRowQuery = prepareQuery((db, { id }: { id: string }) =>
  db.selectFrom("items").select(itemColumns).where("id", "=", id),
);

export const rowQuery = (db: Db, id: string): CompiledQuery<ItemRow> => findRowQuery.with(db, { id });

export async function findRowAnywhere(db: Db, id: string): Promise<ItemRow | undefined> {
  return (await findRowQuery(db, { id }))[0];
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

export async function loadAuthors(db: Db, boardId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("items")
    .select("user_id")
    .distinct()
    .where("board_id", "=", boardId)
    .where("user_id", "is not", null)
    .orderBy("user_id")
    .execute();
  return rows.map((row) => row.user_id as string);
}

const insertRowQuery = prepareQuery((db, row: ItemRow) =>
  db
    .insertInto("items")
    .values(Object.fromEntries(itemColumns.map((name) => [name, row[name]])) as unknown as ItemRow),
);

export function insertionOf(db: Db, row: ItemRow): CompiledQuery {
  return insertRowQuery.with(db, row);
}

const reactionsQuery = prepareQuery((db, { id, reactions }: { id: string; reactions: string | null }) =>
  db.updateTable("items").set({ reactions }).where("id", "=", id),
);

export function reactionsWrite(db: Db, id: string, reactions: Reactions | undefined): CompiledQuery {
  return reactionsQuery.with(db, { id, reactions: reactions ? JSON.stringify(reactions) : null });
}

const roundsQuery = prepareQuery((db, { id, rounds }: { id: string; rounds: string | null }) =>
  db.updateTable("items").set({ rounds }).where("id", "=", id),
);

export function roundsWrite(db: Db, id: string, rounds: RoundVotes | undefined): CompiledQuery {
  return roundsQuery.with(db, { id, rounds: rounds ? JSON.stringify(rounds) : null });
}

const maxRowsPerStatement = 100;
const insertRowsQuery = prepareInsert("items", itemColumns, maxRowsPerStatement);

/** Without a pause: on SQLite nobody else can use the database for 10 to 20 ms per 1,000 rows. */
export async function insertRows(db: Db, rows: readonly ItemRow[]): Promise<void> {
  let at = 0;
  for (; at + maxRowsPerStatement <= rows.length; at += maxRowsPerStatement)
    await insertRowsQuery(db, rows.slice(at, at + maxRowsPerStatement));
  const rest = rows.slice(at);
  if (rest.length > 0) await db.insertInto("items").values(rest).execute();
}
