import type { ListQuery } from "@retro/contract/lists";
import { type Kysely, PostgresAdapter, sql } from "kysely";
import { fold } from "@retro/contract/fold";
import { likePattern } from "./fold.ts";
import type { Database } from "./schema/schema.ts";

/** Each has an `id`, a folded `search` column, and its count in `list_totals`. */
type ListedTable = "boards" | "feedback" | "contacts" | "subscribers" | "logs" | "log_events";
type Column<T extends ListedTable> = keyof Database[T] & string;

export interface ListSorts<T extends ListedTable> {
  by: ReadonlyMap<string, Column<T>>;
  default: string;
}

interface Page<Row> {
  rows: Row[];
  total: number;
}

/** A search scans at most this many rows of a list, so it scans all rows of a shorter list. */
const maxScannedRows = 20_000;
const maxCandidateRows = 10_000;
/** The search index contains all groups of three consecutive characters. */
const gramLength = 3;

export async function listPage<T extends ListedTable, C extends Column<T>>(
  db: Kysely<Database>,
  table: T,
  columns: readonly C[],
  sorts: ListSorts<T>,
  { page, per_page, sort = sorts.default, q }: ListQuery,
): Promise<Page<Pick<Database[T], C>>> {
  type Row = Pick<Database[T], C>;
  const name = sort.replace(/^-/, "");
  const column = sorts.by.get(name);
  if (column === undefined) throw new Error(`${table} is not sorted by ${name}`);
  const list: List = { db, table, column, descending: sort.startsWith("-") };
  const window = { limit: per_page, offset: (page - 1) * per_page };
  const all = await countAll(list);
  const found = fold(q) === "" ? await readPage(list, all, window) : await search(list, all, fold(q), window);
  if (found.rows.length === 0) return { rows: [], total: found.total };
  const { rows } =
    await sql<Row>`select ${sql.join(columns.map((each) => sql.ref(each)))} from ${sql.table(table)}
    where id in (${sql.join(found.rows)}) ${orderBy(list)}`.execute(db);
  return { rows, total: found.total };
}

interface List {
  db: Kysely<Database>;
  table: ListedTable;
  column: string;
  descending: boolean;
}
interface PageWindow {
  limit: number;
  offset: number;
}
type Id = string | number;

function orderBy({ column, descending }: Pick<List, "column" | "descending">) {
  const direction = sql.raw(descending ? "desc" : "asc");
  return sql`order by ${sql.ref(column)} ${direction}, id ${direction}`;
}

async function countAll({ db, table }: List): Promise<number> {
  const parts = await db.selectFrom("list_totals").select("total").where("list", "=", table).execute();
  return parts.reduce((sum, part) => sum + part.total, 0);
}

/** From the nearer end of the index, so that the last page costs the same as the first. */
async function readPage(list: List, total: number, { limit, offset }: PageWindow): Promise<Page<Id>> {
  const count = Math.min(limit, total - offset);
  if (count <= 0) return { rows: [], total };
  const after = total - offset - count;
  const nearEnd = after < offset;
  const order = orderBy(nearEnd ? { ...list, descending: !list.descending } : list);
  const { rows } = await sql<{ id: Id }>`select id from ${sql.table(list.table)} ${order}
    limit ${count} offset ${nearEnd ? after : offset}`.execute(list.db);
  return { rows: rows.map(({ id }) => id), total };
}

async function search(list: List, all: number, words: string, window: PageWindow): Promise<Page<Id>> {
  if (all > maxScannedRows && [...words].length >= gramLength) {
    const { candidates, ...found } = await readMatches(list, selectIndexed(list, words), words, window);
    if (candidates <= maxCandidateRows) return found;
  }
  const first = sql`select id, ${sql.ref(list.column)} as sort_key, search from ${sql.table(list.table)} ${orderBy(list)}
    limit ${maxScannedRows}`;
  const { candidates: _, ...found } = await readMatches(list, first, words, window);
  return found;
}

/** Rows that contain all three-character groups of the words: every match, and few other rows. */
function selectIndexed({ db, table, column }: List, words: string) {
  const chosen = sql`l.id, ${sql.ref(`l.${column}`)} as sort_key, l.search`;
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    return sql`select ${chosen} from ${sql.table(table)} l
      where l.search like ${likePattern(words)} escape '\\' limit ${maxCandidateRows + 1}`;
  const index = sql.table(`${table}_words`);
  return sql`select ${chosen} from
    (select rowid as found from ${index} where ${index} match ${toGramQuery(words)} limit ${maxCandidateRows + 1}) as f
    join ${sql.table(table)} l on l.rowid = f.found`;
}

function toGramQuery(words: string): string {
  const characters = [...words];
  const grams = new Set(
    characters.slice(gramLength - 1).map((_, i) => characters.slice(i, i + gramLength).join("")),
  );
  return [...grams].map((gram) => `"${gram.replaceAll('"', '""')}"`).join(" AND ");
}

type Sql = ReturnType<typeof sql>;

async function readMatches(
  list: List,
  candidates: Sql,
  words: string,
  { limit, offset }: PageWindow,
): Promise<Page<Id> & { candidates: number }> {
  const { rows } = await sql<{ id: Id | null; total: number; candidates: number }>`
    with candidate as materialized (${candidates}),
      found as materialized (select * from candidate where search like ${likePattern(words)} escape '\\'),
      counted as (select (select count(*) from found) as total, (select count(*) from candidate) as candidates)
    select p.id, counted.total, counted.candidates from counted
    left join (select * from found ${orderBy({ ...list, column: "sort_key" })} limit ${limit} offset ${offset}) as p on 1 = 1`.execute(
    list.db,
  );
  return {
    rows: rows.flatMap(({ id }) => (id === null ? [] : [id])),
    total: Number(rows[0]?.total ?? 0),
    candidates: Number(rows[0]?.candidates ?? 0),
  };
}
