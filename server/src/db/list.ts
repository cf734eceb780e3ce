import type { ListQuery } from "@retro/contract/lists";
import { type Kysely, sql } from "kysely";
import { likePattern } from "./fold.ts";
import type { Database } from "./schema.ts";

/** Tables that the admin lists show: each has an `id`, and a folded `search` column. */
type Listed = "feedback" | "contacts" | "subscribers" | "logs" | "log_events";
type Column<T extends Listed> = keyof Database[T] & string;

/** Which column each of a list's sorts orders by. `default` is the sort of who asks for none, a minus before it for descending. */
export interface Sorts<T extends Listed> {
  by: Readonly<Record<string, Column<T>>>;
  default: string;
}

interface Page<Row> {
  rows: Row[];
  /** Rows there are in all. */
  total: number;
}

/**
 * One page of a table, and how many rows there are in all; never more than the page is read. Rows that tie come in the order of ids.
 * Words are searched for in the folded column, anywhere and as they stand.
 */
export async function listPage<T extends Listed, C extends Column<T>>(
  db: Kysely<Database>,
  table: T,
  columns: readonly C[],
  sorts: Sorts<T>,
  { page, per_page, sort = sorts.default, q }: ListQuery,
): Promise<Page<Pick<Database[T], C>>> {
  type Row = Pick<Database[T], C>;
  const name = sort.replace(/^-/, "");
  const column = Object.hasOwn(sorts.by, name) ? sorts.by[name] : undefined;
  if (column === undefined) throw new Error(`${table} is not sorted by ${name}`);
  const direction = sql.raw(sort.startsWith("-") ? "desc" : "asc");
  const order = sql`order by ${sql.ref(column)} ${direction}, id ${direction}`;
  const limit = sql`limit ${per_page} offset ${(page - 1) * per_page}`;
  const selected = sql.join(columns.map((each) => sql.ref(each)));
  const from = sql.table(table);

  const ids = q ? await search(db, from, likePattern(q), { column, order, limit }) : null;
  if (ids !== null && ids.rows.length === 0) return { rows: [], total: ids.total };
  const { rows } = await sql<Row>`select ${selected} from ${from}
    ${ids === null ? sql`${order} ${limit}` : sql`where id in (${sql.join(ids.rows)}) ${order}`}`.execute(db);
  if (ids !== null) return { rows, total: ids.total };
  const counted = await sql<{ total: number }>`select count(*) as total from ${from}`.execute(db);
  return { rows, total: Number(counted.rows[0]?.total ?? 0) };
}

type Sql = ReturnType<typeof sql>;

/** Ids of the page's rows that hold the words. The texts are read through once, for the page and the total alike. */
async function search(
  db: Kysely<Database>,
  from: Sql,
  pattern: string,
  { column, order, limit }: { column: string; order: Sql; limit: Sql },
): Promise<Page<string | number>> {
  const { rows } = await sql<{ id: string | number | null; total: number }>`
    with found as materialized (select id, ${sql.ref(column)} from ${from} where search like ${pattern} escape '\\')
    select p.id, c.total from (select count(*) as total from found) c
    left join (select * from found ${order} ${limit}) p on 1 = 1`.execute(db);
  return {
    rows: rows.flatMap(({ id }) => (id === null ? [] : [id])),
    total: Number(rows[0]?.total ?? 0),
  };
}
