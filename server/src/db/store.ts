import type { Kysely, Transaction } from "kysely";
import type { DataSource } from "./read-only.ts";
import type { Database } from "./schema.ts";
import type { KeyedQueue } from "./wait-queue.ts";

/** The open database: one set of queries for both engines. */
export interface Store {
  readonly engine: "sqlite" | "postgres";
  /** For reads outside a transaction, and for single-statement writes. Throws when touched inside `transaction` (see `open.ts`). */
  readonly db: Kysely<Database>;
  /**
   * For slow reads (admin lists and searches), which must never hold the event loop up: on SQLite a worker thread with a read-only
   * connection, on PostgreSQL a small pool of its own. Sees what is committed; cannot write, has no transactions.
   */
  readonly reader: Kysely<Database>;
  /** Where the data is, for worker threads that open their own read-only connection (`openReadOnly`). */
  readonly source: DataSource;
  /**
   * Runs the work in one transaction; commits when it resolves, rolls back and rethrows when it throws. Runs it again after a
   * deadlock, and while another process holds the SQLite file.
   * @param isKept false for the work's result rolls everything back; the result is returned all the same
   * @throws QueueFull when too many transactions wait; the database's error (see `databaseFault`)
   */
  transaction<T>(
    work: (trx: Transaction<Database>) => Promise<T>,
    isKept?: (result: T) => boolean,
  ): Promise<T>;
  /** Work on one key (a board) runs one piece after another, in order of arrival, without a connection while it waits. */
  readonly turns: KeyedQueue;
  /**
   * Begins a transaction, and with `write` saves a small value in it.
   * @throws the database's error when it cannot be used or written to now; SecondNode when another server took it over
   */
  probe(how: { write: boolean }): Promise<void>;
  close(): Promise<void>;
}
