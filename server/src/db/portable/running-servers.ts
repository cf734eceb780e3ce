import { type Kysely, sql } from "kysely";
import { serverApplicationName } from "../engines/postgres.ts";
import type { Database } from "../schema/schema.ts";
import { DataToolError } from "./read-snapshot.ts";

export async function requireNoServer(db: Kysely<Database>, what: string): Promise<void> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where datname = current_database() and application_name = ${serverApplicationName} and pid <> pg_backend_pid()`.execute(
    db,
  );
  if (rows.length === 0) return;
  throw new DataToolError(
    `${what} is in use by a Retro server (connections ${rows.map(({ pid }) => pid).join(", ")}). Nothing was changed. Stop all servers, and try again.`,
  );
}
