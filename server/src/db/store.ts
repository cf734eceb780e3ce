import type { Kysely, Transaction } from "kysely";
import type { Database } from "./schema.ts";

/** The open database: one set of queries for both engines. */
export interface Store {
  readonly engine: "sqlite" | "postgres";
  /** For reads outside a transaction, and for single-statement writes. Throws when touched inside `transaction` (see `open.ts`). */
  readonly db: Kysely<Database>;
  /** Runs the work in one transaction; commits when it resolves, rolls back and rethrows when it throws. Retries a serialisation failure. */
  transaction<T>(work: (trx: Transaction<Database>) => Promise<T>): Promise<T>;
  /** Throws unless a trivial query answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
