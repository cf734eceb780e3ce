import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { percentile, sumOf, wait } from "./measurement.ts";
import { ParticipantPool } from "./participant-pool.ts";
import type { StreamReport } from "./participant-process.ts";
import { cpuOf, readProcFile, ServerProcess } from "./server-process.ts";
import type { SystemName } from "./system-under-test.ts";

const peoplePerAddress = 10;

export interface BoardLoad {
  boards: number;
  /** Who is on the boards, each on one. */
  people: number;
  /** More people on the board, who only listen, in another process. */
  listeners?: number;
  joinsPerSecond: number;
  /** How long the boards stay idle between the samples of the memory. */
  idleMs?: number;
  /** The creates, which are measured so often and so long. */
  perSecond?: number;
  pieces?: number;
  seconds?: number;
  databaseUrl?: string | undefined;
}

export interface LoadedBoards {
  /** Resident MB: before anybody connects, 5 s after the last join, after the idle time, and at the peak. */
  memory: { before: number; idle: number; later: number; peak: number };
  pieces: LoadResult[];
}

export interface LoadResult {
  acknowledged: number;
  /** Creates without a success, and arrivals of acknowledged stickers that did not happen. */
  lost: number;
  p50: number;
  p95: number;
  p99: number;
  /** Seconds of CPU per second: of the server's process, and of PostgreSQL's of its database (0 on SQLite). */
  cpu: number;
  databaseCpu: number;
  /** The 99th percentile of the event loop's delays, in milliseconds. */
  loopDelay: number;
  memoryMb: number;
}

/** Gives ten people the same address, because limits count per address. */
export function addressesFor(people: number, network: number): string[] {
  return Array.from(
    { length: Math.ceil(people / peoplePerAddress) },
    (_, i) => `127.${network}.${Math.floor(i / 250)}.${(i % 250) + 1}`,
  );
}

/** Starts a server, lets people join boards, and measures it while they add stickers in turn. */
export async function loadBoards(system: SystemName, load: BoardLoad): Promise<LoadedBoards> {
  const { boards, people, listeners = 0, joinsPerSecond, perSecond = 0, seconds = 0, databaseUrl } = load;
  const env = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  await using server = await ServerProcess.start(system, env);
  await using stack = new AsyncDisposableStack();
  // As many processes of clients as this: one alone would be slower than the server.
  const count = Math.min(2, availableParallelism(), Math.max(1, boards));
  const pools = Array.from({ length: count }, () => stack.use(new ParticipantPool()));
  const crowd = listeners > 0 ? stack.use(new ParticipantPool()) : null;
  const placeOf = (number: number, network: number) => ({
    system,
    url: server.url,
    addresses: addressesFor(number, network),
  });
  const boardsOf = await Promise.all(
    pools.map((pool, i) =>
      pool.run("prepare", placeOf(people / count, 1 + i), boards / count, people / count),
    ),
  );
  await crowd?.run("prepare", placeOf(listeners, 9), 0, listeners);
  await wait(5000);
  const before = server.memory().now;
  await Promise.all(pools.map((pool, i) => pool.run("join", boardsOf[i] ?? [], joinsPerSecond / count)));
  await crowd?.run("join", boardsOf.flat(), joinsPerSecond);
  await wait(5000);
  const idle = server.memory().now;
  await wait(load.idleMs ?? 0);
  const { now: later, peak } = server.memory();
  const run: LoadedBoards = { memory: { before, idle, later, peak }, pieces: [] };
  if (perSecond === 0) return run;
  // Not counted: the server's code is compiled, and the columns are known.
  await measurePiece(server, pools, { perSecond: Math.min(perSecond, 250), seconds: 5 });
  await crowd?.run("takeReceipts");
  for (let piece = 0; piece < (load.pieces ?? 1); piece += 1) {
    const result = await measurePiece(server, pools, { perSecond, seconds, databaseUrl });
    if (crowd !== null) result.lost += result.acknowledged * listeners - (await receiptsOf(crowd));
    run.pieces.push(result);
    console.error(`${system}, ${(piece + 1) * seconds} s: ${JSON.stringify(result)}`);
  }
  return run;
}

async function measurePiece(
  server: ServerProcess,
  pools: readonly ParticipantPool[],
  load: { perSecond: number; seconds: number; databaseUrl?: string | undefined },
): Promise<LoadResult> {
  const { perSecond, seconds, databaseUrl } = load;
  const read = () => ({ at: performance.now(), cpu: server.cpu(), database: databaseCpu(databaseUrl) });
  await server.loop();
  const from = read();
  const share = perSecond / pools.length;
  const streams = Promise.all(pools.map((pool) => pool.run("stream", share, seconds)));
  // At the end of the stream: the wait for the last arrivals uses no CPU.
  const [reports, end] = await Promise.all([streams, wait(seconds * 1000).then(read)]);
  const took = (end.at - from.at) / 1000;
  return {
    ...summarise(reports),
    cpu: (end.cpu - from.cpu) / took,
    databaseCpu: (end.database - from.database) / took,
    loopDelay: (await server.loop()).p99,
    memoryMb: server.memory().now,
  };
}

function summarise(reports: readonly StreamReport[]) {
  const latencies = reports.flatMap((report) => report.latencies);
  for (const { failures } of reports)
    for (const [reason, count] of Object.entries(failures)) console.error(`${count} creates: ${reason}`);
  const failed = sumOf(reports.flatMap(({ failures }) => Object.values(failures)));
  return {
    acknowledged: sumOf(reports.map(({ sent }) => sent)) - failed,
    lost: failed + sumOf(reports.map(({ lost }) => lost)),
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
  };
}

/** What a pool's people got; ends when nothing more comes. */
async function receiptsOf(pool: ParticipantPool): Promise<number> {
  let sum = 0;
  for (let more = -1; more !== 0; sum += more) more = await pool.run("takeReceipts");
  return sum;
}

/** Seconds of CPU of PostgreSQL's processes that serve one database. */
function databaseCpu(url: string | undefined): number {
  if (url === undefined) return 0;
  const name = new URL(url).pathname.slice(1);
  const serves = (pid: string) => {
    const title = readProcFile(pid, "cmdline");
    return title.startsWith("postgres:") && title.includes(` ${name} `);
  };
  const pids = readdirSync("/proc").filter((entry) => /^\d+$/.test(entry) && serves(entry));
  return sumOf(pids.map(cpuOf));
}
