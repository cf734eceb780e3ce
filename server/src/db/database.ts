import type { Kysely, Transaction } from "kysely";
import type { DataSource } from "./engines/read-only.ts";
import type { Database } from "./schema/schema.ts";
import type { KeyedQueue } from "./engines/wait-queue.ts";

export interface RetroDatabase {
  readonly engine: "sqlite" | "postgres";
  /** For reads outside a transaction and single-statement writes; throws inside `transaction`. */
  readonly db: Kysely<Database>;
  /** For slow reads, which must never block the event loop. It sees committed data only. */
  readonly reader: Kysely<Database>;
  readonly source: DataSource;
  /** This opening has made the tables. */
  readonly isNew: boolean;
  /** Rolls back and rethrows when the work throws; runs it again after a deadlock or lock. */
  transaction<T>(
    work: (trx: Transaction<Database>) => Promise<T>,
    isKept?: (result: T) => boolean,
  ): Promise<T>;
  /** Null if all that can be read is on the disk: an answer could show what a power cut takes back. */
  unsynced(): Promise<void> | null;
  /**
   * Overwrites what deleted rows of these small tables have left in the database's own files. PostgreSQL rewrites the
   * tables, and SQLite empties its log. Rejects when somebody else works with them for too long.
   */
  eraseTraces(tables: readonly (keyof Database)[]): Promise<void>;
  /** The time of the PostgreSQL server, which all processes share. Never goes through the network. */
  now(): number;
  /** Runs commands on one key (a board) in order of arrival. Those that wait hold no connection. */
  readonly turns: KeyedQueue;
  probe(how: { write: boolean }): Promise<void>;
  waits(): DatabaseWaits;
  close(): Promise<void>;
}

export interface DatabaseWaits {
  transactions: number;
  connections: { busy: number; idle: number; waiting: number } | null;
}
