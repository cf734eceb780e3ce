import { findFreePort } from "../free-port.ts";
import { type BenchOptions, type Measurement, median, percentile } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";
import { addressesFor, countLosses, type LoadResult, roundsOf, runLoad, withPools } from "./load-run.ts";

const peoplePerBoard = 20;
const others = 20;
const othersPerSecond = 20;

interface ReconnectRun {
  /** Seconds until everybody was on the board again and had what they missed. */
  seconds: number;
  /** Milliseconds of each reconnect. */
  joins: number[];
  others: LoadResult;
}

/** The server restarts, and 2,000 people on 100 boards reconnect at the same moment. */
export async function measureReconnect(options: BenchOptions): Promise<Measurement[]> {
  const { quick } = options;
  const people = quick ? 100 : 2000;
  const runs: ReconnectRun[] = [];
  for (let round = 0; round < roundsOf(options); round += 1) {
    const run = await measureOne(people);
    runs.push(run);
    console.error(
      `round ${round + 1}: ${run.seconds.toFixed(1)} s, the others' p99 ${run.others.p99.toFixed(0)} ms, ` +
        `lost ${countLosses(run.others)}`,
    );
  }
  const name = `${people.toLocaleString("en")} reconnect at once after a restart`;
  const row = (
    what: string,
    unit: string,
    read: (run: ReconnectRun) => number,
    aim: string,
  ): Measurement => ({
    label: `${name}: ${what}`,
    unit,
    value: median(runs.map(read)),
    aim,
    detail: runs,
  });
  return [
    row("all caught up", "s", (run) => run.seconds, "≤ 10 s"),
    row("one of them, p95", "s", (run) => percentile(run.joins, 0.95) / 1000, ""),
    row("create → receipt of the others, p99", "ms", (run) => run.others.p99, "< 200 ms"),
    row("lost by the others", "", (run) => countLosses(run.others), "0"),
    row("server CPU meanwhile", "cores", (run) => run.others.cpu, ""),
  ];
}

async function measureOne(people: number): Promise<ReconnectRun> {
  // The same port after the restart.
  const server = await ServerProcess.start("retro", { PORT: String(await findFreePort()) });
  try {
    return await withPools(2, async ([crowd, rest]) => {
      if (crowd === undefined || rest === undefined) throw new Error("two processes are needed");
      const { url } = server;
      const addresses = addressesFor(people, 1);
      const boards = await crowd.createBoards("retro", url, people / peoplePerBoard, addresses);
      const elsewhere = await rest.createBoards("retro", url, 1, addressesFor(1, 2));
      await crowd.prepare("retro", url, people, addresses);
      await rest.prepare("retro", url, others, addressesFor(others, 2));
      await crowd.join(boards, 100);
      await rest.join(elsewhere);
      await server.stop();
      await server.startProcess();
      await rest.rejoin(0);
      // Not counted: a server that has just started is slower until its code is compiled.
      await runLoad(server, [rest], { perSecond: othersPerSecond, seconds: 3 });
      const startedAt = performance.now();
      const back = crowd
        .rejoin(0)
        .then((joins) => ({ joins, seconds: (performance.now() - startedAt) / 1000 }));
      const load = runLoad(server, [rest], {
        perSecond: othersPerSecond,
        seconds: Math.max(2, people / 200),
      });
      const [{ joins, seconds }, result] = await Promise.all([back, load]);
      return { joins, seconds, others: result };
    });
  } finally {
    await server.stopAndDelete();
  }
}
