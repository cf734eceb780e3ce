import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { root } from "./server-process.ts";
import { runStatement } from "./stored-data.ts";

const { findPostgres } = (await import(join(root, "scripts/machine/postgres.mjs"))) as {
  findPostgres: () => Promise<string | undefined>;
};

export interface PostgresDatabase extends AsyncDisposable {
  databaseUrl: string;
}

/** Makes an empty database on the PostgreSQL of the tests. @returns null where there is none */
export async function createDatabase(): Promise<PostgresDatabase | null> {
  const server = await findPostgres();
  if (server === undefined) return null;
  const name = `retro_bench_${randomUUID().slice(0, 8)}`;
  await runStatement(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = name;
  const drop = () => runStatement(server, `drop database if exists ${name} with (force)`);
  return { databaseUrl: url.href, [Symbol.asyncDispose]: drop };
}

export interface RedisProcess extends AsyncDisposable {
  url: string;
}

/** Starts a new Redis, so that no other test's messages arrive. @returns null without a Redis program */
export async function startRedis(): Promise<RedisProcess | null> {
  const port = String(await findFreePort());
  const args = ["--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const stdio = ["ignore", "pipe", "ignore"] as const;
  const child = spawn(process.env["TEST_REDIS_SERVER"] ?? "redis-server", args, { stdio: [...stdio] });
  process.on("exit", () => child.kill("SIGKILL"));
  const started = await new Promise<boolean>((resolve) => {
    let text = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes("Ready to accept connections")) resolve(true);
    });
    child.once("error", () => resolve(false));
    child.once("exit", () => resolve(false));
  });
  if (!started) return null;
  const stop = async () => {
    const ended = once(child, "exit");
    if (child.kill("SIGTERM")) await ended;
  };
  return { url: `redis://127.0.0.1:${port}`, [Symbol.asyncDispose]: stop };
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
