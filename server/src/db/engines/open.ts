import { AsyncLocalStorage } from "node:async_hooks";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely, sql, type Transaction } from "kysely";
import { transactionWaitSeconds } from "../../observe/metrics.ts";
import { tracedQueries } from "../../observe/tracing.ts";
import { databaseFault } from "../faults.ts";
import { DatabaseClock } from "../database-clock.ts";
import { securePrivateFolder } from "../data-folder.ts";
import { migrate, newerMigrations, requireMigrated } from "../migrate.ts";
import { firstMigration } from "../migrations/list.ts";
import type { LogSync, SyncFile } from "./log-sync.ts";
import { type LockLog, type NodeLock, SecondNodeError, takeNodeLock } from "../node-lock.ts";
import { defaultPoolSize, dialectOf, postgresDialect, postgresPool } from "./postgres.ts";
import { requireNoInterruptedRestore } from "../portable/restore-files.ts";
import type { DataSource } from "./read-only.ts";
import { openSqliteReader } from "./reader.ts";
import type { Database } from "../schema/schema.ts";
import { openSqlite, sqliteDialect } from "./sqlite.ts";
import type { RetroDatabase, DatabaseWaits } from "../database.ts";
import { KeyedQueue, WaitQueue } from "./wait-queue.ts";

export type DatabaseLocation = { databaseUrl: string; poolSize?: number } | { folder: string };

/** So that slow reads never take a connection that users' requests need. */
const readerConnections = 2;
/** Connections that transactions leave to reads, so that a read never waits for a queue of writers. */
const connectionsForReads = 2;
/** 200 people who click five times at the same time wait two seconds and lose nothing. */
const turnLimits = { waiting: 1_000, waitMs: 10_000, together: 16 };
const transactionLimits = { waiting: 5_000, waitMs: 10_000 };
const retries = 5;
/** How long a transaction waits for another process's lock, without blocking other requests. */
const lockedWaitMs = 2_000;
/** How long a start waits while PostgreSQL has no free connection: as for another process's migration on SQLite. */
const connectionWaitMs = 60_000;
const connectionRetryMs = 1_000;
const tooManyConnections = "53300";

export interface OpenOptions {
  /** The database takes its lock of the PostgreSQL database first; null: it takes none. */
  lock?: { log: LockLog; isShared: boolean } | null;
  syncFile?: SyncFile | undefined;
  log?: LockLog;
  /** False: a database with the schema of an earlier release is refused. */
  migrates?: boolean;
}

export async function openDatabaseAt(
  place: DatabaseLocation,
  { lock: asked = null, syncFile, log, migrates = true }: OpenOptions = {},
): Promise<RetroDatabase> {
  if (!("databaseUrl" in place)) return openSqliteDatabase(place.folder, { syncFile, log, migrates });
  return whenConnectionsAreFree(log, async () => {
    const lock = asked === null ? null : await takeNodeLock(place.databaseUrl, asked.log, asked);
    try {
      return await openPostgresDatabase(place, { lock, log, migrates });
    } catch (error) {
      await lock?.release();
      throw error;
    }
  });
}

/** A server that ends instead comes back without knowing when, after its supervisor's pause or not at all. */
async function whenConnectionsAreFree<T>(log: LockLog | undefined, open: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + connectionWaitMs;
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await open();
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code !== tooManyConnections || performance.now() > giveUpAt) throw error;
      if (!isLogged)
        log?.warn(
          { err: error },
          "PostgreSQL has no free connection; the start waits for one for a minute: raise max_connections, or put PgBouncer before it",
        );
      await sleep(connectionRetryMs);
    }
  }
}

interface Migrating {
  log: LockLog | undefined;
  migrates: boolean;
}

async function openSqliteDatabase(
  folder: string,
  { syncFile, log, migrates }: Pick<OpenOptions, "syncFile"> & Migrating,
): Promise<RetroDatabase> {
  securePrivateFolder(folder);
  requireNoInterruptedRestore(folder);
  const file = join(folder, "retro.db");
  const database = await openSqlite(file);
  const kysely = new Kysely<Database>({ dialect: sqliteDialect(database), ...tracedQueries("sqlite") });
  let isNew: boolean;
  try {
    isNew = await prepareSchema(kysely, "sqlite", { log, migrates });
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  return makeDatabase({
    kysely,
    source: { file },
    isNew,
    reader: openSqliteReader(file),
    writers: 1,
    log: database.beginService(syncFile),
    lock: null,
    clock: null,
    connections: () => null,
  });
}

async function openPostgresDatabase(
  { databaseUrl, poolSize = defaultPoolSize }: { databaseUrl: string; poolSize?: number },
  { lock, ...migrating }: { lock: NodeLock | null } & Migrating,
): Promise<RetroDatabase> {
  const first = new Kysely<Database>({ dialect: postgresDialect(databaseUrl, 1, { migrating: true }) });
  let isNew: boolean;
  try {
    isNew = await prepareSchema(first, "postgres", migrating);
  } finally {
    await first.destroy();
  }
  const pool = postgresPool(databaseUrl, poolSize);
  const kysely = new Kysely<Database>({
    dialect: dialectOf(pool, databaseUrl),
    ...tracedQueries("postgresql"),
  });
  const connections = () => ({
    busy: pool.totalCount - pool.idleCount,
    idle: pool.idleCount,
    waiting: pool.waitingCount,
  });
  // It connects at its first use.
  const reader = new Kysely<Database>({ dialect: postgresDialect(databaseUrl, readerConnections) });
  const writers = Math.max(1, poolSize - connectionsForReads);
  const clock = new DatabaseClock(kysely);
  await clock.start().catch(async (error: unknown) => {
    await kysely.destroy();
    throw error;
  });
  return makeDatabase({
    kysely,
    source: { databaseUrl },
    isNew,
    reader,
    writers,
    log: null,
    lock,
    clock,
    connections,
  });
}

/** @returns whether the database was empty */
async function prepareSchema(
  db: Kysely<Database>,
  engine: RetroDatabase["engine"],
  { log, migrates }: Migrating,
): Promise<boolean> {
  if (!migrates) await requireMigrated(db, engine);
  const migrations = await migrate(db, engine);
  if (migrations.length > 0) log?.info({ migrations }, "the database was migrated");
  const newer = await newerMigrations(db);
  if (newer.length > 0)
    log?.info({ migrations: newer }, "the database was migrated by a newer release; this one can use it");
  return migrations.includes(firstMigration);
}

/** Makes Kysely roll back a transaction, and carries the result of its work. */
class Undone extends Error {
  readonly result: unknown;
  constructor(result: unknown) {
    super("rolled back");
    this.result = result;
  }
}

interface DatabaseParts {
  kysely: Kysely<Database>;
  source: DataSource;
  isNew: boolean;
  reader: Kysely<Database>;
  writers: number;
  connections: () => DatabaseWaits["connections"];
  /** Null: a commit is on the disk when the engine has answered. */
  log: LogSync | null;
  lock: NodeLock | null;
  clock: DatabaseClock | null;
}

function makeDatabase({
  kysely,
  source,
  isNew,
  reader,
  writers,
  log,
  lock,
  clock,
  connections,
}: DatabaseParts): RetroDatabase {
  const engine = "databaseUrl" in source ? "postgres" : "sqlite";
  const insideTransaction = new AsyncLocalStorage<true>();
  const writerSlots = new WaitQueue({ slots: writers, ...transactionLimits });
  return {
    engine,
    source,
    isNew,
    reader,
    turns: new KeyedQueue(turnLimits),
    now: () => clock?.now() ?? Date.now(),
    get db() {
      // On SQLite this would be a deadlock: the query would wait for the transaction that waits for the
      // query.
      if (insideTransaction.getStore())
        throw new Error("inside a transaction only its own handle may be used");
      return kysely;
    },
    async transaction(work, isKept = () => true) {
      if (insideTransaction.getStore()) throw new Error("transactions do not nest");
      const workOrUndo = async (trx: Transaction<Database>) => {
        const result = await work(trx);
        // Kysely rolls back only when the work throws.
        if (!isKept(result)) throw new Undone(result);
        return result;
      };
      const giveUpAt = performance.now() + lockedWaitMs;
      for (let attempt = 1; ; attempt += 1) {
        const askedAt = performance.now();
        try {
          log?.requireWorking();
          const result = await writerSlots.run(() => {
            transactionWaitSeconds.observe((performance.now() - askedAt) / 1000);
            return kysely.transaction().execute((trx) => insideTransaction.run(true, () => workOrUndo(trx)));
          });
          // The slot is free again here, so the next transactions commit while this one waits, and one disk
          // call serves all of them.
          await log?.whenSynced();
          return result;
        } catch (error) {
          if (error instanceof Undone) return error.result as Awaited<ReturnType<typeof work>>;
          // The lock made "begin" fail, so nothing was done. Reads continue while this waits.
          if (databaseFault(error) === "locked" && performance.now() < giveUpAt) await sleep(50);
          else if (attempt >= retries || !isCollision(error)) throw error;
        }
      }
    },
    async eraseTraces(tables) {
      for (let attempt = 1; ; attempt += 1) {
        if (await tryToEraseTraces(kysely, engine, tables)) return;
        if (attempt === erasingAttempts) throw new Error("another connection uses the tables or the log");
        await sleep(erasingPauseMs);
      }
    },
    unsynced: () => (log === null || log.isSynced ? null : log.whenSynced()),
    async probe({ write }) {
      log?.requireWorking();
      await probeDatabase(kysely, engine, write);
      if (lock?.held === false) throw new SecondNodeError();
    },
    waits: () => ({ transactions: writerSlots.length, connections: connections() }),
    async close() {
      clock?.stop();
      // Close the writer last: SQLite writes the log back into the file when its last connection closes.
      await reader.destroy();
      await kysely.destroy();
      await log?.close();
      await lock?.release();
    },
  };
}

/** Others read the tables for milliseconds, except a backup. */
const erasingAttempts = 10;
const erasingPauseMs = 200;

/** @returns false while others use them */
async function tryToEraseTraces(
  kysely: Kysely<Database>,
  engine: RetroDatabase["engine"],
  tables: readonly (keyof Database)[],
): Promise<boolean> {
  if (engine === "sqlite") {
    // `secure_delete` has overwritten the rows themselves.
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(kysely);
    return rows[0]?.busy === 0;
  }
  const files = async () => {
    const { rows } = await sql`select ${sql.join(
      tables.map((table) => sql`pg_relation_filenode(${table}::regclass)`),
    )}`.execute(kysely);
    return Object.values(rows[0] as object);
  };
  const before = await files();
  // A vacuum that is not full leaves the bytes of the rows in their pages.
  await sql`vacuum (full, skip_locked) ${sql.join(tables.map((table) => sql.table(table)))}`.execute(kysely);
  const after = await files();
  return after.every((file, i) => file !== before[i]);
}

/** Several pages of a SQLite file: a shorter text could fit into an existing page even on a full disk. */
const probeBytes = 32_768;

async function probeDatabase(
  kysely: Kysely<Database>,
  engine: RetroDatabase["engine"],
  write: boolean,
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    await sql`select 1`.execute(trx);
    // Only a write detects a full disk or a standby.
    for (const value of write ? [engine === "sqlite" ? "-".repeat(probeBytes) : "-", ""] : [])
      await sql`insert into server_state (key, value) values ('probe', ${value})
        on conflict (key) do update set value = excluded.value`.execute(trx);
  });
}

function isCollision(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "40P01" || code === "40001";
}
