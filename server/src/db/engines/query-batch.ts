import { CompiledQuery, type Kysely } from "kysely";
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

/** None may need the result of another one: on PostgreSQL they take one round trip. The first failure ends the batch. */
export async function runTogether(
  db: Kysely<Database>,
  queries: readonly CompiledQuery[],
): Promise<unknown[][]> {
  return sendBatch(db, { batch: queries });
}

/**
 * The last writes of a transaction: on PostgreSQL they are sent with its commit, which reports their failure.
 * Nothing may follow them.
 */
export async function writeWithCommit(db: Kysely<Database>, writes: readonly CompiledQuery[]): Promise<void> {
  await sendBatch(db, { batch: writes, untilCommit: true });
}

async function sendBatch(db: Kysely<Database>, batch: QueryBatch): Promise<unknown[][]> {
  const [first] = batch.batch;
  if (first === undefined) return [];
  return (await db.executeQuery<unknown[]>({ ...first, ...batch })).rows;
}
