import type { ListQuery } from "@retro/contract/lists";
import { type Kysely, sql } from "kysely";
import { fold } from "@retro/contract/fold";
import { likePattern } from "./fold.ts";
import type { Database } from "./schema/schema.ts";

/** Each has an `id` and a folded `search` column. */
type ListedTable = "boards" | "feedback" | "contacts" | "subscribers" | "logs" | "log_events";
type Column<T extends ListedTable> = keyof Database[T] & string;

export interface ListSorts<T extends ListedTable> {
  by: ReadonlyMap<string, Column<T>>;
  default: string;
}

/**
 * A page of an admin list.
 * @returns its rows, and how many rows of the table contain the words `q`
 */
export async function listPage<T extends ListedTable, C extends Column<T>>(
  db: Kysely<Database>,
  table: T,
  columns: readonly C[],
  sorts: ListSorts<T>,
  { page, per_page, sort = sorts.default, q }: ListQuery,
): Promise<{ rows: Pick<Database[T], C>[]; total: number }> {
  const name = sort.replace(/^-/, "");
  const column = sorts.by.get(name);
  if (column === undefined) throw new Error(`${table} is not sorted by ${name}`);
  const direction = sql.raw(sort.startsWith("-") ? "desc" : "asc");
  const all = sql`select id, ${sql.ref(column)} as sort_key from ${sql.table(table)}`;
  // A search reads the table once, for the count and for the page; a page of the whole list reads the sort's index.
  const found =
    fold(q) === ""
      ? sql`not materialized (${all})`
      : sql`materialized (${all} where search like ${likePattern(q ?? "")} escape '\\')`;
  const counted = await sql<{ total: number; id: string | number | null }>`with found as ${found}
    select counted.total, page.id from (select count(*) as total from found) as counted left join
      (select id from found order by sort_key ${direction}, id ${direction} limit ${per_page} offset ${(page - 1) * per_page}) as page
      on true`.execute(db);
  const total = Number(counted.rows[0]?.total ?? 0);
  const ids = counted.rows.flatMap(({ id }) => (id === null ? [] : [id]));
  if (ids.length === 0) return { rows: [], total };
  const { rows } = await sql<Pick<Database[T], C>>`select ${sql.join(columns.map((each) => sql.ref(each)))}
    from ${sql.table(table)} where id in (${sql.join(ids)})
    order by ${sql.ref(column)} ${direction}, id ${direction}`.execute(db);
  return { rows, total };
}
