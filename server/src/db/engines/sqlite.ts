import { setTimeout as sleepAsync } from "node:timers/promises";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
} from "kysely";
import { databaseFault } from "../faults.ts";
import { ensurePrivateFile } from "../data-folder.ts";
import { LogSync, type SyncFile } from "./log-sync.ts";
import type { QueryBatch } from "./query-batch.ts";

const cacheSize = 400;
type Parameter = string | number | bigint | null | Uint8Array;

/** SQLite waits on the event loop's thread; then the transaction tries again without blocking. */
export const busyTimeoutMs = 100;
/** No user is served during a migration, so wait for another process's migration. */
const startTimeoutMs = 60_000;

export interface SqliteFile extends SqliteDatabase {
  /** Call it after the migrations: from then on `LogSync` reports when a commit is on the disk. */
  beginService(sync?: SyncFile): LogSync;
}

/** WAL with `synchronous=FULL`, later `LogSync`: an acknowledged write survives a power cut. */
export async function openSqlite(file: string): Promise<SqliteFile> {
  ensurePrivateFile(file);
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: startTimeoutMs });
  try {
    await turnOnWriteAheadLog(database);
    database.exec(
      "PRAGMA synchronous = FULL; PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY;" +
        // SQLite overwrites deleted rows: a copy of the file contains no deleted votes, answers or texts.
        "PRAGMA secure_delete = ON;" +
        // A write is 9 pages. By default every 110th write waits for a checkpoint of the log, with this
        // setting every 430th (16 MB).
        "PRAGMA wal_autocheckpoint = 4000",
    );
  } catch (error) {
    database.close();
    throw error;
  }
  let log: LogSync | null = null;
  return {
    ...withCachedStatements(database, () => log?.countCommit()),
    beginService(sync) {
      // NORMAL writes a commit into the log without waiting for the disk. It still syncs the log before a
      // checkpoint, and the database after it.
      database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}; PRAGMA synchronous = NORMAL`);
      return (log = new LogSync(`${file}-wal`, sync));
    },
  };
}

export function sqliteDialect(database: SqliteDatabase): SqliteDialect {
  return new SqliteDialect({
    database,
    onCreateConnection: async (connection) => runBatchesAtOnce(connection, database),
  });
}

/**
 * A statement of SQLite waits for nothing, and each pass through Kysely's executor makes 4 kB of promises.
 * The first failure ends the batch: SQLite may have rolled back, and a later statement would be saved by itself.
 */
function runBatchesAtOnce(connection: DatabaseConnection, database: SqliteDatabase): void {
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = async <Row>(query: CompiledQuery & Partial<QueryBatch>) => {
    if (query.batch === undefined) return execute<Row>(query);
    const rows = query.batch.map(({ sql, parameters }) => {
      const statement = database.prepare(sql);
      if (statement.reader) return statement.all(parameters);
      statement.run(parameters);
      return [];
    });
    return { rows } as QueryResult<unknown> as QueryResult<Row>;
  };
}

/** For worker processes only, where waiting blocks no other request. */
export function openSqliteReadOnly(file: string): SqliteDatabase {
  return withCachedStatements(new DatabaseSync(file, { readOnly: true, timeout: 5000 }), () => undefined);
}

function withCachedStatements(database: DatabaseSync, onCommit: () => void): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(sql) {
      const cached = statements.get(sql);
      if (cached) return cached;
      // Take the write lock at the beginning: a transaction that starts as a reader can fail half-way if `npm
      // run admin` writes meanwhile.
      const statement = adaptStatement(
        database.prepare(sql === "begin" ? "begin immediate" : sql),
        // This pragma returns no columns but works row by row: run as a write statement, it would free only
        // one page.
        sql.startsWith("pragma incremental_vacuum"),
      );
      if (sql === "rollback") skipEndedRollback(database, statement);
      else if (!/^(?:select|pragma|begin)\b/.test(sql)) watchCommits(database, statement, onCommit);
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

/** Two processes that create the same file collide here, and SQLite does not wait in this case. */
async function turnOnWriteAheadLog(database: DatabaseSync): Promise<void> {
  const giveUpAt = Date.now() + startTimeoutMs;
  for (;;) {
    try {
      // It takes effect only in an empty file, and in any other it writes, which a full disk refuses.
      // Housekeeping gives free pages back to the disk.
      if (database.prepare("PRAGMA page_count").get()?.["page_count"] === 0)
        database.exec("PRAGMA auto_vacuum = INCREMENTAL");
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (databaseFault(error) !== "locked" || Date.now() > giveUpAt) throw error;
      await sleepAsync(20);
    }
  }
}

/** SQLite rolls back when the disk is full or broken; a second rollback would throw and hide the reason. */
function skipEndedRollback(database: DatabaseSync, statement: SqliteStatement): void {
  const run = statement.run.bind(statement);
  statement.run = (parameters) =>
    database.isTransaction ? run(parameters) : { changes: 0, lastInsertRowid: 0 };
}

function watchCommits(database: DatabaseSync, statement: SqliteStatement, onCommit: () => void): void {
  const run = statement.run.bind(statement);
  const all = statement.all.bind(statement);
  statement.run = (parameters) => {
    const result = run(parameters);
    if (!database.isTransaction) onCommit();
    return result;
  };
  statement.all = (parameters) => {
    const rows = all(parameters);
    if (!database.isTransaction) onCommit();
    return rows;
  };
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
