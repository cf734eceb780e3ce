import { Kysely } from "kysely";
import type { Database } from "../schema/schema.ts";
import { openSqliteReadOnly, sqliteDialect } from "./sqlite.ts";

export type DataSource = { databaseUrl: string } | { file: string };

/** For a worker process. With WAL, SQLite readers and the writer never wait for each other. */
export async function openReadOnly(source: DataSource): Promise<Kysely<Database>> {
  if ("databaseUrl" in source) {
    // Import it only when needed: without it, a process on SQLite starts 20 % sooner.
    const { postgresDialect } = await import("./postgres.ts");
    return new Kysely<Database>({ dialect: postgresDialect(source.databaseUrl, 1) });
  }
  return new Kysely<Database>({ dialect: sqliteDialect(openSqliteReadOnly(source.file)) });
}
