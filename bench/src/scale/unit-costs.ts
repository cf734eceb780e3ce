import { loadavg } from "node:os";
import { type BenchOptions, type Measurement, wait } from "../measurement.ts";
import type { ParticipantPool } from "../participant-pool.ts";
import { createPostgresDatabase } from "../postgres-database.ts";
import { RedisProcess } from "../redis-process.ts";
import { describeMachine } from "../report.ts";
import { root, ServerProcess } from "../server-process.ts";
import { type FigureName, type Figures, figureNames, saveFigures } from "../simulate/figures.ts";
import { addressesFor, runLoad, withPools } from "./load-run.ts";

const boards = 20;
const peoplePerBoard = 10;
const largeBoard = 100;
const perSecond = 60;
/** Of the websocket, TCP and IP, which the clients do not count. */
const headerBytes = 60;

interface Lengths {
  seconds: number;
}

/** What each step of the work costs, for the simulation. Without `--quick` the repository's file gets it. */
export async function measureUnitCosts({ quick }: BenchOptions): Promise<Measurement[]> {
  const lengths = { seconds: quick ? 5 : 15 };
  const loadBefore = Number((loadavg()[0] ?? 0).toFixed(1));
  const alone = await measureOneNode(lengths);
  const together = await measureTwoNodes(lengths, alone);
  if (alone === null || together === null) return [];
  const figures: Figures = { ...alone, ...together };
  if (!quick) {
    const { commit } = describeMachine(root);
    saveFigures(figures, { measuredAt: new Date().toISOString().slice(0, 10), loadBefore, commit });
  }
  return (Object.keys(figureNames) as FigureName[]).map((name) => ({
    label: figureNames[name],
    unit: unitOf(name),
    value: figures[name],
  }));
}

function unitOf(name: FigureName): string {
  if (name.endsWith("Ms")) return "ms";
  if (name.endsWith("Mb")) return "MB";
  return name.endsWith("Kb") ? "kB" : "B";
}

type OneNode = Pick<
  Figures,
  | "createMs"
  | "deliveryMs"
  | "joinMs"
  | "idlePersonMs"
  | "connectionKb"
  | "serverMb"
  | "databaseMs"
  | "deliveryBytes"
  | "joinBytes"
>;

/** Costs without a bus; boards of two sizes give the cost of an arrival. */
async function measureOneNode({ seconds }: Lengths): Promise<OneNode | null> {
  const database = await createPostgresDatabase();
  if (database === null) return null;
  const server = await ServerProcess.start("retro", { DATABASE_URL: database.url });
  const people = boards * peoplePerBoard;
  try {
    return await withPools(2, async ([small, large]) => {
      if (small === undefined || large === undefined) throw new Error("two processes are needed");
      await wait(2000);
      const serverMb = server.memory().now;
      const idleServer = await cpuMsOf(server, 5);
      const ids = await enter(small, server, { boards, people, network: 1 });
      const before = server.memory().now;
      await small.join(ids, 50);
      await wait(2000);
      const connectionKb = ((server.memory().now - before) / people) * 1000;
      const idle = await cpuMsOf(server, 10);
      const joining = server.cpu();
      await small.rejoin(0);
      const joinMs = ((server.cpu() - joining) / people) * 1000;
      const joinBytes = (await small.receivedBytes()).receivedBytes / people + headerBytes;
      const load = { perSecond, seconds, databaseUrl: database.url };
      await runLoad(server, [small], { ...load, seconds: 5 });
      const bytes = (await small.receivedBytes()).receivedBytes;
      const few = await runLoad(server, [small], load);
      const deliveries = few.sent * (peoplePerBoard - 1);
      const deliveryBytes = ((await small.receivedBytes()).receivedBytes - bytes) / deliveries + headerBytes;
      const board = await enter(large, server, { boards: 1, people: largeBoard, network: 2 });
      await large.join(board, 50);
      await runLoad(server, [large], { ...load, perSecond: 20, seconds: 2 });
      const many = await runLoad(server, [large], { ...load, perSecond: 20 });
      const idleMs = Math.max(0, idle - idleServer);
      const deliveryMs = (many.perCreate.serverMs - few.perCreate.serverMs) / (largeBoard - peoplePerBoard);
      return {
        serverMb,
        connectionKb,
        idlePersonMs: idleMs / people,
        joinMs,
        joinBytes,
        deliveryBytes,
        deliveryMs,
        // The rejoined people have two connections each, of which one is idle.
        createMs: few.perCreate.serverMs - (peoplePerBoard - 1) * deliveryMs,
        databaseMs: few.perCreate.databaseMs,
      };
    });
  } finally {
    await server.stopAndDelete();
    await database.drop();
  }
}

type TwoNodes = Pick<
  Figures,
  "busPublishMs" | "busReceiveMs" | "redisPublishMs" | "redisDeliverMs" | "redisIdleMs" | "busMessageBytes"
>;

/** What the bus adds: half of each board's people are on a second node. */
async function measureTwoNodes({ seconds }: Lengths, alone: OneNode | null): Promise<TwoNodes | null> {
  const database = await createPostgresDatabase();
  const redis = await RedisProcess.start();
  if (database === null || redis === null || alone === null) return null;
  const env = {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    APP_SECRET: "the bench's own secret, of many characters",
  };
  const [writing, reading] = [
    await ServerProcess.start("retro", env),
    await ServerProcess.start("retro", env),
  ];
  const half = peoplePerBoard / 2;
  try {
    return await withPools(2, async ([writers, readers]) => {
      if (writers === undefined || readers === undefined) throw new Error("two processes are needed");
      const ids = await enter(writers, writing, { boards, people: boards * half, network: 1 });
      await readers.prepare("retro", reading.url, boards * half, addressesFor(boards * half, 2));
      await writers.join(ids, 50);
      await readers.join(ids, 50);
      await runLoad(writing, [writers], { perSecond, seconds: 5 });
      const idleFrom = await redis.usage();
      await wait(10_000);
      const from = await redis.usage();
      const readingCpu = reading.cpu();
      const run = await runLoad(writing, [writers], { perSecond, seconds });
      const to = await redis.usage();
      const elapsed = seconds + 0.5;
      const idleMs = (from.cpuMs - idleFrom.cpuMs) / 10;
      const idleBytes = (from.bytes - idleFrom.bytes) / 10;
      const redisMs = Math.max(0, to.cpuMs - from.cpuMs - idleMs * elapsed) / run.sent;
      const receiving = ((reading.cpu() - readingCpu) * 1000) / run.sent;
      return {
        busPublishMs: Math.max(0, run.perCreate.serverMs - alone.createMs - (half - 1) * alone.deliveryMs),
        busReceiveMs: Math.max(0, receiving - half * alone.deliveryMs),
        // Redis does not say which half of its time is whose.
        redisPublishMs: redisMs / 2,
        redisDeliverMs: redisMs / 2,
        redisIdleMs: idleMs / (boards * peoplePerBoard),
        busMessageBytes: Math.max(0, to.bytes - from.bytes - idleBytes * elapsed) / run.sent / 2,
      };
    });
  } finally {
    await Promise.all([writing.stopAndDelete(), reading.stopAndDelete()]);
    await redis.stop();
    await database.drop();
  }
}

async function enter(
  pool: ParticipantPool,
  server: ServerProcess,
  { boards: count, people, network }: { boards: number; people: number; network: number },
): Promise<string[]> {
  const addresses = addressesFor(people, network);
  const ids = await pool.createBoards("retro", server.url, count, addresses);
  await pool.prepare("retro", server.url, people, addresses);
  return ids;
}

/** Milliseconds of CPU in a second while nobody does anything. */
async function cpuMsOf(server: ServerProcess, seconds: number): Promise<number> {
  const from = server.cpu();
  await wait(seconds * 1000);
  return ((server.cpu() - from) / seconds) * 1000;
}
