import { Kysely, SqliteDialect } from "kysely";
import type { Database } from "./schema.ts";
import { openSqliteReadOnly } from "./sqlite.ts";

/** Where the data is: plain values, so that worker threads can open their own connection. */
export type DataSource = { databaseUrl: string } | { file: string };

/** Opens a connection that only reads, for a worker thread. SQLite readers never wait for the writer, nor it for them (WAL). */
export async function openReadOnly(source: DataSource): Promise<Kysely<Database>> {
  if ("databaseUrl" in source) {
    // Loaded where it is needed: a thread on SQLite starts a fifth sooner without it.
    const { postgresDialect } = await import("./postgres.ts");
    return new Kysely<Database>({ dialect: postgresDialect(source.databaseUrl, 1) });
  }
  return new Kysely<Database>({ dialect: new SqliteDialect({ database: openSqliteReadOnly(source.file) }) });
}
