import { type BenchOptions, type Measurement, median } from "../measurement.ts";
import { createPostgresDatabase } from "../postgres-database.ts";
import { ServerProcess } from "../server-process.ts";
import type { SystemName } from "../system-under-test.ts";
import {
  addressesFor,
  countLosses,
  type LoadResult,
  poolCount,
  roundsOf,
  runLoad,
  withPools,
} from "./load-run.ts";

const boardsPerPool = 100 / poolCount;
const peoplePerBoard = 4;
const perSecond = 1000;
const engines = ["SQLite", "PostgreSQL"] as const;
const systems = ["floor", "retro"] as const;

/** 1,000 creates a second over 100 boards, on both engines, on the product and on the floor in turn. */
export async function measureManyWrites(options: BenchOptions): Promise<Measurement[]> {
  const { quick } = options;
  const rows: Measurement[] = [];
  for (const engine of engines) {
    const runs: Record<SystemName, LoadResult[]> = { floor: [], retro: [] };
    for (let round = 0; round < roundsOf(options); round += 1)
      for (const system of systems) {
        const run = await measureOne(system, engine, quick ? 8 : 15);
        if (run === null) break;
        runs[system].push(run);
        console.error(`round ${round + 1}, ${engine}, ${system}: ${JSON.stringify(run)}`);
      }
    if (runs.retro.length > 0) rows.push(...toRows(engine, runs));
  }
  return rows;
}

function toRows(engine: string, runs: Record<SystemName, LoadResult[]>): Measurement[] {
  const of = (system: SystemName, read: (run: LoadResult) => number) => median(runs[system].map(read));
  const row = (what: string, unit: string, read: (run: LoadResult) => number, aim?: string): Measurement => ({
    label: `1,000 creates/s over 100 boards, ${engine}: ${what}`,
    unit,
    value: of("retro", read),
    floor: of("floor", read),
    ...(aim !== undefined && { aim }),
    detail: runs,
  });
  return [
    row("lost", "", countLosses, "0"),
    row("p50", "ms", (run) => run.p50),
    row("p99", "ms", (run) => run.p99, "< 250 ms"),
    row("server CPU", "cores", (run) => run.cpu),
    ...(engine === "PostgreSQL" ? [row("PostgreSQL's CPU", "cores", (run) => run.databaseCpu)] : []),
  ];
}

async function measureOne(system: SystemName, engine: string, seconds: number): Promise<LoadResult | null> {
  const database = engine === "PostgreSQL" ? await createPostgresDatabase() : null;
  if (engine === "PostgreSQL" && database === null) return null;
  const env = database === null ? {} : { DATABASE_URL: database.url };
  const server = await ServerProcess.start(system, env);
  try {
    return await withPools(poolCount, async (pools) => {
      await Promise.all(
        pools.map(async (pool, i) => {
          const people = boardsPerPool * peoplePerBoard;
          const addresses = addressesFor(people, 1 + i);
          const boards = await pool.createBoards(system, server.url, boardsPerPool, addresses);
          await pool.prepare(system, server.url, people, addresses);
          await pool.join(boards);
        }),
      );
      const databaseUrl = database?.url ?? null;
      // Not counted: the server's code is compiled, and the columns are known.
      await runLoad(server, pools, { perSecond: 200, seconds: 4, databaseUrl });
      return await runLoad(server, pools, { perSecond, seconds, databaseUrl });
    });
  } finally {
    await server.stopAndDelete();
    await database?.drop();
  }
}
