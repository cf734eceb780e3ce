import type { Kysely, Transaction } from "kysely";
import type { DataSource } from "./engines/read-only.ts";
import type { Database } from "./schema/schema.ts";
import type { KeyedQueue } from "./engines/wait-queue.ts";

/** The open database: one set of queries for both engines. */
export interface RetroDatabase {
  readonly engine: "sqlite" | "postgres";
  /**
   * For reads outside a transaction, and for single-statement writes. Throws when touched inside
   * `transaction` (see `open.ts`).
   */
  readonly db: Kysely<Database>;
  /**
   * For slow reads (admin lists and searches), which must never block the event loop: on SQLite a worker
   * thread with a read-only connection, on PostgreSQL a small separate pool. It sees committed data only,
   * cannot write and has no transactions.
   */
  readonly reader: Kysely<Database>;
  /** The location of the data, for worker threads that open a read-only connection (`openReadOnly`). */
  readonly source: DataSource;
  /**
   * Runs the work in one transaction; commits when it resolves, rolls back and rethrows when it throws. Runs
   * it again after a deadlock, and while another process holds the SQLite file. When it resolves, the change
   * is on the disk.
   */
  transaction<T>(
    work: (trx: Transaction<Database>) => Promise<T>,
    isKept?: (result: T) => boolean,
  ): Promise<T>;
  /**
   * Resolves when everything that can be read now is on the disk; null if it is. An answer that is sent
   * before could show what a power cut takes back.
   */
  unsynced(): Promise<void> | null;
  /**
   * Epoch milliseconds: the time of the PostgreSQL server, which all processes share, or of this machine with
   * SQLite. Never goes through the network.
   */
  now(): number;
  /**
   * Runs work on one key (a board) one after another, in order of arrival. Waiting work holds no connection.
   */
  readonly turns: KeyedQueue;
  /** Begins a transaction, and with `write` saves a small value in it. */
  probe(how: { write: boolean }): Promise<void>;
  /** What waits now, for metrics. */
  waits(): DatabaseWaits;
  close(): Promise<void>;
}

export interface DatabaseWaits {
  /** Transactions that wait for others. */
  transactions: number;
  /** Connections to PostgreSQL by state, and queries that wait for one; null with SQLite. */
  connections: { busy: number; idle: number; waiting: number } | null;
}
