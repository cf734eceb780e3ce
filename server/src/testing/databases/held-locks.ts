import pg from "pg";
import { expect, onTestFinished } from "vitest";
import type { RetroDatabase } from "../../db/database.ts";

/** A transaction of another process on PostgreSQL, for what happens while others wait for it. */
export interface OtherTransaction {
  /** Resolves when so many statements of the server wait for a lock. */
  waiting: (statements: number) => Promise<void>;
  /** Takes the transaction back: the others go on. */
  release: () => Promise<void>;
  /** Commits what the statement has changed: the others go on. */
  commit: () => Promise<void>;
}

async function connect({ source }: RetroDatabase): Promise<pg.Client> {
  if (!("databaseUrl" in source)) throw new Error("only PostgreSQL has locks of rows");
  const client = new pg.Client({ connectionString: source.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Begins a transaction with a statement that locks something, for example `select … for update`. */
export async function holdLock(database: RetroDatabase, statement: string): Promise<OtherTransaction> {
  const holder = await connect(database);
  // In a transaction PostgreSQL would show the same activity again and again.
  const watcher = await connect(database);
  await holder.query("begin");
  await holder.query(statement);
  const count = async () => {
    const { rows } = await watcher.query<{ count: number }>(
      "select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows[0]?.count;
  };
  return {
    waiting: (statements) => expect.poll(count).toBe(statements),
    release: async () => void (await holder.query("rollback")),
    commit: async () => void (await holder.query("commit")),
  };
}
