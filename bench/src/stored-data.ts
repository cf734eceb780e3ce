import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";

/** Where a server keeps its data: the folder of its SQLite file, or a PostgreSQL database. */
export type DataLocation = { folder: string } | { databaseUrl: string };

type Rows = Record<string, unknown>[];
export type Query = (statement: string) => Promise<Rows>;

/** Reads beside a running server. */
export async function withDatabase<T>(place: DataLocation, work: (query: Query) => Promise<T>): Promise<T> {
  if ("databaseUrl" in place) return withPostgres(place.databaseUrl, work);
  const database = new DatabaseSync(join(place.folder, "retro.db"), { readOnly: true, timeout: 5000 });
  try {
    return await work(async (statement) => database.prepare(statement).all());
  } finally {
    database.close();
  }
}

async function withPostgres<T>(connectionString: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(async (statement) => (await client.query<Rows[number]>(statement)).rows);
  } finally {
    await client.end();
  }
}

export async function runStatement(url: string, statement: string): Promise<void> {
  await withPostgres(url, (query) => query(statement));
}
