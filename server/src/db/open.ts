import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Kysely, SqliteDialect, sql } from "kysely";
import { migrate } from "./migrate.ts";
import { postgresDialect } from "./postgres.ts";
import type { DataSource } from "./read-only.ts";
import { openSqliteReader } from "./reader.ts";
import type { Database } from "./schema.ts";
import { openSqlite } from "./sqlite.ts";
import type { Store } from "./store.ts";

/**
 * Opens the database that the settings name, brings its schema up to date, and hands it over.
 * @param where a `postgres://` address, or the folder that holds (or will hold) the SQLite file
 * @throws when it cannot be reached or migrated; nothing is half-migrated then
 */
export async function openStore(where: { databaseUrl: string } | { folder: string }): Promise<Store> {
  const postgres = "databaseUrl" in where;
  const source: DataSource = postgres ? where : { file: sqliteFile(where.folder) };
  const kysely = new Kysely<Database>({
    dialect:
      "databaseUrl" in source
        ? postgresDialect(source.databaseUrl)
        : new SqliteDialect({ database: openSqlite(source.file) }),
  });
  try {
    await migrate(kysely, postgres ? "postgres" : "sqlite");
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  return makeStore(kysely, source);
}

function sqliteFile(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, "retro.db");
}

function makeStore(kysely: Kysely<Database>, source: DataSource): Store {
  const inside = new AsyncLocalStorage<true>();
  // On PostgreSQL a pool of two, connected at its first use: slow searches never take the connections that clicks wait for.
  const reader =
    "databaseUrl" in source
      ? new Kysely<Database>({ dialect: postgresDialect(source.databaseUrl, 2) })
      : openSqliteReader(source.file);
  return {
    engine: "databaseUrl" in source ? "postgres" : "sqlite",
    source,
    reader,
    get db() {
      // On SQLite the outer handle would wait for the very transaction that waits for it.
      if (inside.getStore()) throw new Error("inside a transaction only its own handle may be used");
      return kysely;
    },
    async transaction(work) {
      if (inside.getStore()) throw new Error("transactions do not nest");
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await kysely.transaction().execute((trx) => inside.run(true, () => work(trx)));
        } catch (error) {
          if (attempt >= 5 || !isRetryable(error)) throw error;
        }
      }
    },
    async ping() {
      await sql`select 1`.execute(kysely);
    },
    async close() {
      // The writer last: SQLite folds the log back into the file when its last connection closes.
      await reader.destroy();
      await kysely.destroy();
    },
  };
}

/** Deadlock and serialisation failures of PostgreSQL: the transaction did nothing and may be tried again. */
function isRetryable(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return code === "40P01" || code === "40001";
}

/** True for a broken unique constraint, on either engine. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = (error ?? {}) as { code?: unknown; errcode?: unknown };
  return code === "23505" || errcode === 1555 || errcode === 2067;
}
