import { type BenchOptions, type Measurement, median } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";
import type { SystemName } from "../system-under-test.ts";
import { addressesFor, countLosses, type LoadResult, roundsOf, runLoad, withPools } from "./load-run.ts";

/** They add the stickers and are measured, in a process without the others' work. */
const active = 10;
const perSecond = 20;

/** 1,000 people are on one board. Ten of them change it, together 20 times a second. */
export async function measureLargeBoard(options: BenchOptions): Promise<Measurement[]> {
  const { quick } = options;
  const people = quick ? 100 : 1000;
  const runs: Record<SystemName, LoadResult[]> = { floor: [], retro: [] };
  for (let round = 0; round < roundsOf(options); round += 1)
    for (const system of ["floor", "retro"] as const) {
      const run = await measureOne(system, people, quick ? 5 : 15);
      runs[system].push(run);
      console.error(
        `round ${round + 1}, ${system}: p99 ${run.p99.toFixed(1)} ms, ${run.cpu.toFixed(2)} cores`,
      );
    }
  const row = (what: string, unit: string, read: (run: LoadResult) => number, aim: string): Measurement => ({
    label: `${people.toLocaleString("en")} people on one board, 20 creates/s: ${what}`,
    unit,
    value: median(runs.retro.map(read)),
    floor: median(runs.floor.map(read)),
    aim,
    detail: runs,
  });
  return [
    row("p99", "ms", (run) => run.p99, "≤ 60 ms"),
    row("server CPU", "cores", (run) => run.cpu, "< 0.5"),
    row("lost", "", countLosses, "0"),
  ];
}

async function measureOne(system: SystemName, people: number, seconds: number): Promise<LoadResult> {
  const server = await ServerProcess.start(system);
  try {
    return await withPools(2, async (pools) => {
      const [actors, crowd] = pools;
      if (actors === undefined || crowd === undefined) throw new Error("two processes are needed");
      const boards = await actors.createBoards(system, server.url, 1, addressesFor(1, 1));
      await actors.prepare(system, server.url, active, addressesFor(active, 1));
      await crowd.prepare(system, server.url, people - active, addressesFor(people, 2));
      await actors.join(boards);
      await crowd.join(boards, 100);
      await runLoad(server, [actors], { perSecond, seconds: 3 });
      await crowd.takeReceipts();
      const run = await runLoad(server, [actors], { perSecond, seconds });
      const acknowledged = run.sent - countLosses({ ...run, lost: 0 });
      const arrivals = await receiptsOf(crowd, acknowledged * (people - active));
      return { ...run, lost: run.lost + acknowledged * (people - active) - arrivals };
    });
  } finally {
    await server.stopAndDelete();
  }
}

/** What a pool's people got; waits while there is more to come. */
async function receiptsOf(pool: { takeReceipts(): Promise<number> }, expected: number): Promise<number> {
  let sum = await pool.takeReceipts();
  while (sum < expected) {
    const more = await pool.takeReceipts();
    if (more === 0) break;
    sum += more;
  }
  return sum;
}
