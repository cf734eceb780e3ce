import { CompiledQuery, type Kysely, PostgresAdapter } from "kysely";
import type { Database } from "../schema/schema.ts";

export type PendingQuery = CompiledQuery;

export interface QueryBatch {
  batch: readonly CompiledQuery[];
  /** The driver keeps the batch until the commit, and sends both together. */
  untilCommit?: boolean;
}

/** Not released: the next one of this name hides it, and a statement is saved. */
export const savepoint: PendingQuery = CompiledQuery.raw("savepoint work");
export const toSavepoint: PendingQuery = CompiledQuery.raw("rollback to savepoint work");

/** None may need the result of another one: on PostgreSQL they take one round trip. */
export async function runTogether(
  db: Kysely<Database>,
  queries: readonly CompiledQuery[],
): Promise<unknown[][]> {
  if (isPostgres(db)) return sendBatch(db, { batch: queries });
  const rows: unknown[][] = [];
  for (const query of queries) rows.push((await db.executeQuery(query)).rows);
  return rows;
}

/**
 * The last writes of a transaction: on PostgreSQL they travel with its commit, which reports their failure.
 * Nothing may follow them.
 */
export async function writeWithCommit(db: Kysely<Database>, writes: readonly CompiledQuery[]): Promise<void> {
  if (isPostgres(db)) await sendBatch(db, { batch: writes, untilCommit: true });
  else await runTogether(db, writes);
}

function isPostgres(db: Kysely<Database>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

async function sendBatch(db: Kysely<Database>, batch: QueryBatch): Promise<unknown[][]> {
  const [first] = batch.batch;
  if (first === undefined) return [];
  return (await db.executeQuery<unknown[]>({ ...first, ...batch })).rows;
}
