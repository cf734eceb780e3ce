import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "redis";
import { onTestFinished, vi } from "vitest";

/**
 * The program that the tests start, from scripts/machine/redis.mjs where that runs them; null without one.
 */
const program =
  process.env["TEST_REDIS_SERVER"] ??
  ["redis-server", "valkey-server"].find((name) => spawnSync(name, ["--version"]).status === 0) ??
  null;

/** True if the tests can start a Redis. */
export const hasRedis = program !== null;

/** A Redis of one test. */
export interface TestRedis {
  url: string;
  /** Ends it as a crash does. What it stored is lost. */
  stop(): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  /** From then on it refuses writes while it uses more; "0" is no limit. */
  limitMemory(bytes: string): Promise<void>;
}

/**
 * Starts a Redis for one test on a free port; it ends with the test.
 * @param args additional arguments of the program
 */
export async function startRedis(args: readonly string[] = []): Promise<TestRedis> {
  const port = await freePort();
  let child: ChildProcess | null = null;
  const redis: TestRedis = {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      const ended = child;
      child = null;
      if (ended === null) return;
      ended.kill("SIGKILL");
      await once(ended, "exit");
    },
    async start() {
      const options = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
      const started = spawn(program ?? "redis-server", [...options, ...args], {
        stdio: ["ignore", "pipe", "ignore"],
      });
      child = started;
      let text = "";
      await new Promise<void>((resolve, reject) => {
        started.once("exit", (code) => reject(new Error(`Redis ended with ${code}: ${text}`)));
        started.stdout.on("data", (chunk: Buffer) => {
          text += chunk.toString();
          if (text.includes("Ready to accept connections")) resolve();
        });
      });
    },
    async limitMemory(bytes) {
      const client = await createClient({ url: redis.url }).connect();
      await client.configSet({ maxmemory: bytes, "maxmemory-policy": "noeviction" });
      await client.close();
    },
  };
  onTestFinished(() => redis.stop());
  await redis.start();
  return redis;
}

/** Starts a cluster of two shards. @returns them; the address of either is the cluster's */
export async function startRedisCluster(): Promise<[TestRedis, TestRedis]> {
  const shards: TestRedis[] = [];
  for (const name of ["a", "b"]) {
    const folder = mkdtempSync(join(tmpdir(), `retro-redis-${name}-`));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const clusterPort = String(await freePort());
    const options = ["--cluster-enabled", "yes", "--cluster-port", clusterPort, "--dir", folder];
    // With all slots served or not, the other shard works on.
    shards.push(await startRedis([...options, "--cluster-require-full-coverage", "no"]));
  }
  const [a, b] = shards as [TestRedis, TestRedis];
  const [first, second] = await Promise.all([a, b].map(({ url }) => createClient({ url }).connect()));
  await first?.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "0", "8191"]);
  await second?.sendCommand(["CLUSTER", "ADDSLOTSRANGE", "8192", "16383"]);
  const { port } = new URL(b.url);
  const bus = /@(\d+)/.exec(JSON.stringify(await second?.sendCommand(["CLUSTER", "NODES"])))?.[1] ?? "";
  await first?.sendCommand(["CLUSTER", "MEET", "127.0.0.1", port, bus]);
  for (const client of [first, second]) {
    await vi.waitUntil(
      async () =>
        /cluster_state:ok[^]*cluster_slots_ok:16384/.test(
          JSON.stringify(await client?.sendCommand(["CLUSTER", "INFO"])),
        ),
      { timeout: 20_000 },
    );
    client?.destroy();
  }
  return [a, b];
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
