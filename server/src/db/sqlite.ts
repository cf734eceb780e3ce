import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { SqliteDatabase, SqliteStatement } from "kysely";

const cacheSize = 400;
type Parameter = string | number | bigint | null | Uint8Array;

/**
 * Opens a SQLite file for Kysely, whose driver expects better-sqlite3's statement shape.
 * WAL with `synchronous=FULL`: an acknowledged write survives a kill and a power cut.
 */
export function openSqlite(file: string): SqliteDatabase {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: 5000 });
  database.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY;" +
      // A write is 9 pages: by default every 110th waits for the log to be worked in, now every 430th (16 MB).
      "PRAGMA wal_autocheckpoint = 4000",
  );
  return withCachedStatements(database);
}

/** Opens the file for a connection that only reads; each sees what is committed when its statement begins. */
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
      const statement = adapt(database.prepare(sql === "begin" ? "begin immediate" : sql));
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

function adapt(statement: StatementSync): SqliteStatement {
  const reader = statement.columns().length > 0;
  return {
    reader,
    all: (parameters) => statement.all(...(parameters as Parameter[])),
    run: (parameters) => statement.run(...(parameters as Parameter[])),
    iterate: (parameters) => statement.iterate(...(parameters as Parameter[])),
  };
}
