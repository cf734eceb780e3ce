import { type CompiledQuery, type Kysely, PostgresAdapter } from "kysely";
import type { Database } from "../schema/schema.ts";

export type PendingQuery = CompiledQuery;

export interface QueryBatch {
  batch: readonly CompiledQuery[];
}

/** None may need the result of another one: on PostgreSQL they take one round trip. */
export async function runTogether(
  db: Kysely<Database>,
  queries: readonly CompiledQuery[],
): Promise<unknown[][]> {
  const [first] = queries;
  if (first === undefined) return [];
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    const batch: CompiledQuery & QueryBatch = { ...first, batch: queries };
    return (await db.executeQuery<unknown[]>(batch)).rows;
  }
  const rows: unknown[][] = [];
  for (const query of queries) rows.push((await db.executeQuery(query)).rows);
  return rows;
}
