import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { LoopDelay } from "../event-loop-probe.ts";
import { type BenchOptions, percentile } from "../measurement.ts";
import { ParticipantPool } from "../participant-pool.ts";
import type { StreamReport } from "../participant-process.ts";
import type { ServerProcess } from "../server-process.ts";

const ticksPerSecond = 100;
/** As many processes of clients as this: one alone would be slower than the server. */
export const poolCount = Math.min(2, availableParallelism());
const peoplePerAddress = 10;

export interface LoadResult {
  sent: number;
  /** Creates without a success, by the reason. */
  failures: Record<string, number>;
  /** Arrivals of acknowledged stickers that did not happen. */
  lost: number;
  p50: number;
  p95: number;
  p99: number;
  /** Seconds of CPU of the server's process per second. */
  cpu: number;
  /** Milliseconds of CPU for each successful create, until the last arrival: of the server, and of PostgreSQL. */
  perCreate: { serverMs: number; databaseMs: number };
  /** Seconds of CPU per second of PostgreSQL's processes of this database; 0 on SQLite. */
  databaseCpu: number;
  loop: LoopDelay;
}

/** How often a case is repeated: `--rounds`, or else once with `--quick`. */
export function roundsOf({ quick, options }: BenchOptions, usual = 3): number {
  return Number(options.get("rounds") ?? (quick ? 1 : usual));
}

/** Gives ten people the same address, because limits count per address. */
export function addressesFor(people: number, network: number): string[] {
  return Array.from(
    { length: Math.ceil(people / peoplePerAddress) },
    (_, i) => `127.${network}.${Math.floor(i / 250)}.${(i % 250) + 1}`,
  );
}

export async function withPools<T>(
  count: number,
  work: (pools: ParticipantPool[]) => Promise<T>,
): Promise<T> {
  const pools = Array.from({ length: count }, () => new ParticipantPool());
  try {
    return await work(pools);
  } finally {
    await Promise.all(pools.map((pool) => pool.stop()));
  }
}

/** A server, or several that are measured as one. */
export type Measured = Pick<ServerProcess, "cpu" | "loopDelay">;

export async function runLoad(
  server: Measured,
  pools: readonly ParticipantPool[],
  load: { perSecond: number; seconds: number; databaseUrl?: string | null },
): Promise<LoadResult> {
  const { perSecond, seconds, databaseUrl = null } = load;
  await server.loopDelay();
  const from = { at: performance.now(), cpu: server.cpu(), database: databaseCpu(databaseUrl) };
  const ended = new Promise<{ cpu: number; database: number; loop: LoopDelay; seconds: number }>(
    (resolve, reject) => {
      // At the end of the stream: the wait for the last arrivals uses no CPU.
      setTimeout(() => {
        server.loopDelay().then(
          (loop) =>
            resolve({
              cpu: server.cpu(),
              database: databaseCpu(databaseUrl),
              loop,
              seconds: (performance.now() - from.at) / 1000,
            }),
          reject,
        );
      }, seconds * 1000);
    },
  );
  const reports = await Promise.all(pools.map((pool) => pool.stream(perSecond / pools.length, seconds)));
  const end = await ended;
  const summary = summarise(reports);
  const successes = summary.sent - countFailures(summary.failures);
  return {
    ...summary,
    perCreate: {
      serverMs: ((server.cpu() - from.cpu) / successes) * 1000,
      databaseMs: ((databaseCpu(databaseUrl) - from.database) / successes) * 1000,
    },
    cpu: (end.cpu - from.cpu) / end.seconds,
    databaseCpu: (end.database - from.database) / end.seconds,
    loop: end.loop,
  };
}

function summarise(reports: readonly StreamReport[]) {
  const latencies = reports.flatMap((report) => report.latencies);
  const failures: Record<string, number> = {};
  for (const report of reports)
    for (const [reason, count] of Object.entries(report.failures))
      failures[reason] = (failures[reason] ?? 0) + count;
  return {
    sent: reports.reduce((sum, { sent }) => sum + sent, 0),
    lost: reports.reduce((sum, { lost }) => sum + lost, 0),
    failures,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    p99: percentile(latencies, 0.99),
  };
}

export function countLosses({ failures, lost }: Pick<LoadResult, "failures" | "lost">): number {
  return lost + countFailures(failures);
}

const countFailures = (failures: LoadResult["failures"]) =>
  Object.values(failures).reduce((sum, count) => sum + count, 0);

/** Seconds of CPU of PostgreSQL's processes that serve one database. */
export function databaseCpu(url: string | null): number {
  if (url === null) return 0;
  const name = new URL(url).pathname.slice(1);
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((entry) => /^\d+$/.test(entry))) {
    try {
      const title = readFileSync(`/proc/${pid}/cmdline`, "utf8");
      if (!title.startsWith("postgres:") || !title.includes(` ${name} `)) continue;
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch (error) {
      if (
        (error as NodeJS.ErrnoException).code !== "ENOENT" &&
        (error as NodeJS.ErrnoException).code !== "ESRCH"
      )
        throw error;
    }
  }
  return ticks / ticksPerSecond;
}
