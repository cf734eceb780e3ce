import { type BenchOptions, type Measurement, median, wait } from "../measurement.ts";
import type { ParticipantPool } from "../participant-pool.ts";
import { ServerProcess } from "../server-process.ts";
import type { SystemName } from "../system-under-test.ts";
import { addressesFor, countLosses, type LoadResult, poolCount, runLoad, withPools } from "./load-run.ts";

const peoplePerBoard = 10;
const secondsPerChange = 4;
const pieceSeconds = 20;

interface ManyBoardsRun {
  /** Resident memory in MB: before anybody connects, and with everybody idle. */
  memory: { before: number; idle: number };
  pieces: (LoadResult & { memoryMb: number })[];
}

/** 1,000 boards with ten people each; growth shows only with time, so it takes ten minutes (`--minutes`). */
export async function measureManyBoards({ quick, options }: BenchOptions): Promise<Measurement[]> {
  const boards = quick ? 20 : 1000;
  const minutes = Number(options.get("minutes") ?? (quick ? 1 / 3 : 10));
  const pieces = Math.max(1, Math.round((minutes * 60) / pieceSeconds));
  const floor = await measureOne("floor", boards, Math.min(pieces, 2));
  const retro = await measureOne("retro", boards, pieces);
  const people = boards * peoplePerBoard;
  const each = ({ memory }: ManyBoardsRun) => ((memory.idle - memory.before) / people) * 1000;
  const name = `${boards.toLocaleString("en")} boards × ${peoplePerBoard} people`;
  const of = (run: ManyBoardsRun, read: (piece: LoadResult) => number) => median(run.pieces.map(read));
  const row = (
    what: string,
    unit: string,
    read: (piece: LoadResult) => number,
    aim: string,
  ): Measurement => ({
    label: `${name}, a change every ${secondsPerChange} s each: ${what}`,
    unit,
    value: of(retro, read),
    floor: of(floor, read),
    aim,
    detail: retro.pieces,
  });
  return [
    {
      label: `${people.toLocaleString("en")} idle connections: each`,
      unit: "kB",
      value: each(retro),
      floor: each(floor),
      aim: "≤ 12 kB",
      detail: { retro: retro.memory, floor: floor.memory },
    },
    row("p99", "ms", (piece) => piece.p99, "< 100 ms"),
    row("event-loop delay, p99", "ms", (piece) => piece.loop.p99, "< 30 ms"),
    row("server CPU", "cores", (piece) => piece.cpu, ""),
    {
      label: `${name}: lost`,
      unit: "",
      value: retro.pieces.reduce((sum, piece) => sum + countLosses(piece), 0),
      aim: "0",
    },
    {
      label: `${name}: memory at the end, to that after a fifth of the time`,
      unit: "MB more",
      value: growthOf(retro),
      aim: "about 0",
      detail: retro.pieces.map((piece) => piece.memoryMb),
    },
  ];
}

/** The start compiles code and fills caches, so it does not count. */
function growthOf({ pieces }: ManyBoardsRun): number {
  const settled = pieces[Math.floor(pieces.length / 5)]?.memoryMb ?? Number.NaN;
  return (pieces.at(-1)?.memoryMb ?? Number.NaN) - settled;
}

async function measureOne(system: SystemName, boards: number, pieces: number): Promise<ManyBoardsRun> {
  const server = await ServerProcess.start(system);
  try {
    return await withPools(poolCount, async (pools) => {
      const perPool = boards / pools.length;
      const places = await Promise.all(
        pools.map((pool, i) => prepare(pool, i, { system, server, boards: perPool })),
      );
      await wait(5000);
      const before = server.memory().now;
      await Promise.all(pools.map((pool, i) => pool.join(places[i] ?? [], 100)));
      await wait(5000);
      const run: ManyBoardsRun = { memory: { before, idle: server.memory().now }, pieces: [] };
      const perSecond = boards / secondsPerChange;
      await runLoad(server, pools, { perSecond, seconds: 5 });
      for (let piece = 0; piece < pieces; piece += 1) {
        const result = await runLoad(server, pools, { perSecond, seconds: pieceSeconds });
        run.pieces.push({ ...result, memoryMb: server.memory().now });
        console.error(
          `${system}, ${(piece + 1) * pieceSeconds} s: p99 ${result.p99.toFixed(1)} ms, loop ${result.loop.p99.toFixed(1)} ms, ` +
            `${result.cpu.toFixed(2)} cores, ${server.memory().now.toFixed(0)} MB, lost ${countLosses(result)}`,
        );
      }
      return run;
    });
  } finally {
    await server.stopAndDelete();
  }
}

async function prepare(
  pool: ParticipantPool,
  index: number,
  { system, server, boards }: { system: SystemName; server: ServerProcess; boards: number },
): Promise<string[]> {
  const people = boards * peoplePerBoard;
  const addresses = addressesFor(people, 1 + index);
  const ids = await pool.createBoards(system, server.url, boards, addresses);
  await pool.prepare(system, server.url, people, addresses);
  return ids;
}
