import { setTimeout as sleepAsync } from "node:timers/promises";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { SqliteDatabase, SqliteStatement } from "kysely";
import { databaseFault } from "./faults.ts";
import { ensurePrivateFile } from "./data-folder.ts";

const cacheSize = 400;
type Parameter = string | number | bigint | null | Uint8Array;

/**
 * Milliseconds that a statement waits for another process's lock. SQLite waits on the event loop's thread, so every user
 * waits with it: `npm run admin` and a backup hold the lock for a few milliseconds, and a transaction tries again without
 * blocking (see `open.ts`).
 */
export const busyTimeoutMs = 100;
/** While migrating nobody is served yet: wait for another process's migration. */
const startTimeoutMs = 60_000;

/** SQLite for Kysely, and what only a SQLite file needs. */
export interface SqliteFile extends SqliteDatabase {
  /** Ends the longer wait of the start: from now on a statement waits for a lock for `busyTimeoutMs`. */
  shortenBusyTimeout(): void;
}

/**
 * Opens a SQLite file for Kysely, whose driver expects better-sqlite3's statement shape.
 * WAL with `synchronous=FULL`: an acknowledged write survives a kill and a power cut.
 * @throws the system's or SQLite's error
 */
export async function openSqlite(file: string): Promise<SqliteFile> {
  ensurePrivateFile(file);
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: startTimeoutMs });
  try {
    await turnOnWriteAheadLog(database);
    database.exec(
      "PRAGMA synchronous = FULL; PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY;" +
        // A write is 9 pages. By default every 110th write waits for a checkpoint of the log, with this every 430th (16 MB).
        "PRAGMA wal_autocheckpoint = 4000",
    );
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    ...withCachedStatements(database),
    shortenBusyTimeout: () => database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`),
  };
}

/**
 * Opens the file for a connection that only reads; each sees what is committed when its statement begins.
 * It serves worker threads, whose waiting blocks nobody else.
 */
export function openSqliteReadOnly(file: string): SqliteDatabase {
  return withCachedStatements(new DatabaseSync(file, { readOnly: true, timeout: 5000 }));
}

function withCachedStatements(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const cached = statements.get(sql);
      if (cached) return cached;
      // A writer that begins as a reader can fail half-way when `npm run admin` writes meanwhile: take the turn at once.
      const statement = adaptStatement(
        database.prepare(sql === "begin" ? "begin immediate" : sql),
        // It names no column and still does its work row by row: as a writer it would free one page.
        sql.startsWith("pragma incremental_vacuum"),
      );
      if (sql === "rollback") skipEndedRollback(database, statement);
      if (statements.size >= cacheSize) statements.delete(statements.keys().next().value as string);
      statements.set(sql, statement);
      return statement;
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}

/** Two processes that both make a new file collide here at once, without SQLite's own waiting. */
async function turnOnWriteAheadLog(database: DatabaseSync): Promise<void> {
  const giveUpAt = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      // `auto_vacuum` counts only in a file that holds nothing yet. Housekeeping then gives free pages back to the disk.
      database.exec("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (databaseFault(error) !== "locked" || Date.now() > giveUpAt) throw error;
      await sleepAsync(20);
    }
  }
}

/** A full disk or a broken one ends the transaction by itself; a second rollback would hide the reason. */
function skipEndedRollback(database: DatabaseSync, statement: SqliteStatement): void {
  const run = statement.run.bind(statement);
  statement.run = (parameters) =>
    database.isTransaction ? run(parameters) : { changes: 0, lastInsertRowid: 0 };
}

function adaptStatement(statement: StatementSync, steps: boolean): SqliteStatement {
  const reader = steps || statement.columns().length > 0;
  return {
    reader,
    all: (parameters) => statement.all(...(parameters as Parameter[])),
    run: (parameters) => statement.run(...(parameters as Parameter[])),
    iterate: (parameters) => statement.iterate(...(parameters as Parameter[])),
  };
}
