import { Kysely, SqliteDialect } from "kysely";
import type { Database } from "./schema.ts";
import { openSqliteReadOnly } from "./sqlite.ts";
import { postgresDialect } from "./postgres.ts";

/** Where the data is: plain values, so that worker threads can open their own connection. */
export type DataSource = { databaseUrl: string } | { file: string };

/** Opens a connection that only reads, for a worker thread. SQLite readers never wait for the writer, nor it for them (WAL). */
export function openReadOnly(source: DataSource): Kysely<Database> {
  return new Kysely<Database>({
    dialect:
      "databaseUrl" in source
        ? postgresDialect(source.databaseUrl, 1)
        : new SqliteDialect({ database: openSqliteReadOnly(source.file) }),
  });
}
