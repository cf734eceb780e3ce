import { randomUUID } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import { root } from "./server-process.ts";

const { findPostgres } = (await import(join(root, "scripts/machine/postgres.mjs"))) as {
  findPostgres: () => Promise<string | undefined>;
};

export async function createPostgresDatabase(): Promise<{ url: string; drop: () => Promise<void> } | null> {
  const server = await findPostgres();
  if (server === undefined) return null;
  const name = `retro_bench_${randomUUID().slice(0, 8)}`;
  await execute(server, `CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => execute(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function execute(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
