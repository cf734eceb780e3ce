import { type CompiledQuery, type Kysely, PostgresAdapter } from "kysely";
import type { Database } from "../schema/schema.ts";

/** A query that waits to be sent. */
export type PendingQuery = CompiledQuery;

/** Queries that the driver of PostgreSQL sends together; its result has the rows of each. */
export interface QueryBatch {
  batch: readonly CompiledQuery[];
}

/**
 * Runs queries of which none needs the result of another one, in this order: on PostgreSQL in one round trip.
 */
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
