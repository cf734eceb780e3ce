import { AsyncLocalStorage } from "node:async_hooks";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Kysely, PostgresDialect, type Dialect, SqliteDialect, sql } from "kysely";
import pg from "pg";
import { migrate } from "./migrate.ts";
import type { Database } from "./schema.ts";
import { openSqlite } from "./sqlite.ts";
import type { Store } from "./store.ts";

const int8 = 20;

/**
 * Opens the database that the settings name, brings its schema up to date, and hands it over.
 * @param where a `postgres://` address, or the folder that holds (or will hold) the SQLite file
 * @throws when it cannot be reached or migrated; nothing is half-migrated then
 */
export async function openStore(where: { databaseUrl: string } | { folder: string }): Promise<Store> {
  const postgres = "databaseUrl" in where;
  const kysely = new Kysely<Database>({
    dialect: postgres ? postgresDialect(where.databaseUrl) : sqliteDialect(where.folder),
  });
  try {
    await migrate(kysely, postgres ? "postgres" : "sqlite");
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
  return makeStore(kysely, postgres ? "postgres" : "sqlite");
}

function sqliteDialect(folder: string): Dialect {
  mkdirSync(folder, { recursive: true });
  return new SqliteDialect({ database: openSqlite(join(folder, "retro.db")) });
}

function postgresDialect(connectionString: string): Dialect {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    types: {
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // An idle connection that PostgreSQL drops is replaced at the next query; without a listener it would end the process.
  pool.on("error", () => undefined);
  return new PostgresDialect({ pool });
}

function makeStore(kysely: Kysely<Database>, engine: Store["engine"]): Store {
  const inside = new AsyncLocalStorage<true>();
  return {
    engine,
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
    close: () => kysely.destroy(),
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
