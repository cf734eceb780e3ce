import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../free-port.ts";
import { type BenchOptions, type Measurement, median, wait } from "../measurement.ts";
import { createPostgresDatabase } from "../postgres-database.ts";
import { RedisProcess } from "../redis-process.ts";
import { root, ServerProcess } from "../server-process.ts";
import {
  addressesFor,
  countLosses,
  type LoadResult,
  type Measured,
  poolCount,
  roundsOf,
  runLoad,
  withPools,
} from "./load-run.ts";

interface ProxyExample {
  config: (settings: Record<string, unknown>) => string;
  run: (file: string, folder: string) => string[];
}
const { proxies } = (await import(join(root, "deploy/test/proxy-examples.mjs"))) as {
  proxies: Record<string, ProxyExample>;
};

const nodes = 3;
const peoplePerBoard = 10;
const secondsPerChange = 4;
/** Named as in docs/scaling.md. */
const modes = { "any server": false, "a board's server": true } as const;
type Mode = keyof typeof modes;

interface AffinityRun extends LoadResult {
  /** Milliseconds of Redis's CPU, and bytes through it, for each create. */
  redis: { ms: number; bytes: number };
  /** Each server's share of the servers' CPU. */
  shares: number[];
}

/**
 * Three nodes behind one proxy with the shipped example, with any server for anybody and with a server for each
 * board, in turn on the same nodes. `--proxy haproxy` takes the other example.
 */
export async function measureAffinity(options: BenchOptions): Promise<Measurement[]> {
  const database = await createPostgresDatabase();
  const redis = await RedisProcess.start();
  if (database === null || redis === null) return [];
  const boards = options.quick ? 20 : 100;
  const servers: ServerProcess[] = [];
  const runs: Record<Mode, AffinityRun[]> = { "any server": [], "a board's server": [] };
  try {
    for (let node = 0; node < nodes; node += 1)
      servers.push(
        await ServerProcess.start("retro", {
          DATABASE_URL: database.url,
          REDIS_URL: redis.url,
          TRUST_PROXY: "1",
          APP_SECRET: "the bench's own secret, of many characters",
        }),
      );
    for (let round = 0; round < roundsOf(options, 2); round += 1) {
      const order = Object.keys(modes) as Mode[];
      for (const mode of round % 2 === 0 ? order : order.toReversed()) {
        const run = await measureOne(servers, redis, {
          boards,
          byBoard: modes[mode],
          proxy: options.options.get("proxy") ?? "nginx",
          seconds: options.quick ? 5 : 20,
        });
        runs[mode].push(run);
        console.error(
          `round ${round + 1}, ${mode}: ${run.perCreate.serverMs.toFixed(2)} ms of the servers' CPU for each create, ` +
            `p50 ${run.p50.toFixed(1)} ms, p95 ${run.p95.toFixed(1)} ms, ` +
            `shares ${run.shares.map((share) => share.toFixed(2)).join(" ")}, lost ${countLosses(run)}`,
        );
      }
    }
  } finally {
    for (const server of servers) await server.stopAndDelete();
    await redis.stop();
    await database.drop();
  }
  const name = `${nodes} nodes, ${boards} boards × ${peoplePerBoard}, a board's server (to any server)`;
  const row = (what: string, unit: string, read: (run: AffinityRun) => number): Measurement => ({
    label: `${name}: ${what}`,
    unit,
    value: median(runs["a board's server"].map(read)),
    floor: median(runs["any server"].map(read)),
    detail: runs,
  });
  return [
    row("CPU of all servers for each create", "ms", (run) => run.perCreate.serverMs),
    row("CPU of Redis for each create", "ms", (run) => run.redis.ms),
    row("bytes through Redis for each create", "B", (run) => run.redis.bytes),
    row("create → receipt, p50", "ms", (run) => run.p50),
    row("create → receipt, p95", "ms", (run) => run.p95),
    row("the busiest server's share", "", (run) => Math.max(...run.shares)),
    row("lost", "", countLosses),
  ];
}

async function measureOne(
  servers: readonly ServerProcess[],
  redis: RedisProcess,
  settings: { boards: number; byBoard: boolean; proxy: string; seconds: number },
): Promise<AffinityRun> {
  const { boards, seconds } = settings;
  const proxy = await startProxy(servers, settings);
  const all: Measured = {
    cpu: () => servers.reduce((sum, server) => sum + server.cpu(), 0),
    async loopDelay() {
      const delays = await Promise.all(servers.map((server) => server.loopDelay()));
      return {
        p50: Math.max(...delays.map(({ p50 }) => p50)),
        p99: Math.max(...delays.map(({ p99 }) => p99)),
        max: Math.max(...delays.map(({ max }) => max)),
      };
    },
  };
  try {
    return await withPools(poolCount, async (pools) => {
      const perPool = boards / pools.length;
      for (const [index, pool] of pools.entries()) {
        const addresses = addressesFor(perPool * peoplePerBoard, 1 + index);
        const ids = await pool.createBoards("retro", proxy.url, perPool, addresses);
        await pool.prepare("retro", proxy.url, perPool * peoplePerBoard, addresses);
        await pool.join(ids, 100);
      }
      const load = { perSecond: boards / secondsPerChange };
      await runLoad(all, pools, { ...load, seconds: 5 });
      const from = { cpu: servers.map((server) => server.cpu()), redis: await redis.usage() };
      const run = await runLoad(all, pools, { ...load, seconds });
      const used = servers.map((server, at) => server.cpu() - (from.cpu[at] ?? 0));
      const sum = used.reduce((total, one) => total + one, 0);
      const to = await redis.usage();
      return {
        ...run,
        redis: {
          ms: (to.cpuMs - from.redis.cpuMs) / run.sent,
          bytes: (to.bytes - from.redis.bytes) / run.sent,
        },
        shares: used.map((one) => one / sum),
      };
    });
  } finally {
    await proxy.stop();
  }
}

/** Runs a proxy with the example of deploy/proxies, and asks until it passes requests on. */
async function startProxy(
  servers: readonly ServerProcess[],
  { byBoard, proxy: name }: { byBoard: boolean; proxy: string },
): Promise<{ url: string; stop: () => Promise<void> }> {
  const example = proxies[name];
  if (example === undefined) throw new Error(`There is no example for ${name}.`);
  const folder = mkdtempSync(join(tmpdir(), "retro-bench-proxy-"));
  const port = await findFreePort();
  const ports = servers.map(({ url }) => new URL(url).port);
  const file = join(folder, "proxy.conf");
  writeFileSync(file, example.config({ folder, port, ports, basePath: "", byBoard }));
  const child = spawn(name, example.run(file, folder), { stdio: ["ignore", "ignore", "inherit"] });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilServing(url, child);
  return {
    url,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitUntilServing(url: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const status = await fetch(`${url}/health/serving`).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await wait(100);
  }
  throw new Error(`The proxy ended with ${child.exitCode}.`);
}
