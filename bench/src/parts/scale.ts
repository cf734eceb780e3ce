import { measureHiddenAuthors } from "../hidden-authors.ts";
import { type BoardLoad, type LoadedBoards, loadBoards, type LoadResult } from "../load-run.ts";
import {
  type BenchOptions,
  type Measurement,
  medianRow,
  type Part,
  roundsOf,
  sumOf,
} from "../measurement.ts";
import { createDatabase } from "../services.ts";
import type { SystemName } from "../system-under-test.ts";

/** The cases, in the order in which they run. */
const cases: Record<string, Part> = {
  receipt: measureReceipt,
  "large-board": measureLargeBoard,
  "many-boards": measureManyBoards,
  writes: measureManyWrites,
  authors: measureHiddenAuthors,
};

export const measureScale: Part = async (options) => {
  const rows: Measurement[] = [];
  for (const name of options.only ?? Object.keys(cases)) {
    const measure = cases[name];
    if (measure === undefined)
      throw new Error(`There is no case "${name}"; there are ${Object.keys(cases).join(", ")}.`);
    console.error(`— ${name}`);
    rows.push(...(await measure(options)));
  }
  return rows;
};

/** From a create to the other person on PostgreSQL, ten creates a second. */
async function measureReceipt(options: BenchOptions): Promise<Measurement[]> {
  const load = { boards: 1, people: 2, joinsPerSecond: 10, perSecond: 10, seconds: options.quick ? 5 : 20 };
  const runs = await loadByTurns(options, "PostgreSQL", load);
  if (runs === null) return [];
  const label = "create → another's receipt on PostgreSQL, p50";
  return [medianRow(runs.retro, label, "ms", ({ p50 }) => p50, { floor: runs.floor, aim: "≤ 1.5×" })];
}

/** 1,000 people are on one board. Ten of them change it, together 20 times a second. */
async function measureLargeBoard(options: BenchOptions): Promise<Measurement[]> {
  const all = options.quick ? 100 : 1000;
  const people = { boards: 1, people: 10, listeners: all - 10, joinsPerSecond: 100 };
  const load = { ...people, perSecond: 20, seconds: options.quick ? 5 : 15 };
  const runs = await loadByTurns(options, "SQLite", load);
  if (runs === null) return [];
  const row = (what: string, unit: string, read: (run: LoadResult) => number, aim: string) => {
    const label = `${all.toLocaleString("en")} people on one board, 20 creates/s: ${what}`;
    return medianRow(runs.retro, label, unit, read, { floor: runs.floor, aim });
  };
  return [
    row("p99", "ms", ({ p99 }) => p99, "≤ 60 ms"),
    row("server CPU", "cores", ({ cpu }) => cpu, "< 0.5"),
    row("lost", "", ({ lost }) => lost, "0"),
  ];
}

/** 1,000 boards with ten people each; growth shows only with time, so it takes ten minutes. */
async function measureManyBoards(options: BenchOptions): Promise<Measurement[]> {
  const { quick, minutes = quick ? 1 / 3 : 10 } = options;
  const [boards, seconds] = [quick ? 20 : 1000, 20];
  const people = boards * 10;
  const pieces = Math.max(1, Math.round((minutes * 60) / seconds));
  const load = { boards, people, joinsPerSecond: 200, perSecond: boards / 4, seconds };
  const floor = await loadBoards("floor", { ...load, pieces: Math.min(pieces, 2) });
  const retro = await loadBoards("retro", { ...load, pieces });
  const each = ({ memory }: LoadedBoards) => ((memory.idle - memory.before) / people) * 1000;
  const name = `${boards.toLocaleString("en")} boards × 10 people, a change every 4 s each`;
  const row = (what: string, unit: string, read: (piece: LoadResult) => number, aim = "") =>
    medianRow(retro.pieces, `${name}: ${what}`, unit, read, { floor: floor.pieces, aim });
  const idle = `${people.toLocaleString("en")} idle connections: each`;
  const lost = sumOf(retro.pieces.map((piece) => piece.lost));
  // The start compiles code and fills caches, so it does not count.
  const [settled, last] = [retro.pieces[Math.floor(pieces / 5)], retro.pieces.at(-1)];
  const growth = (last?.memoryMb ?? Number.NaN) - (settled?.memoryMb ?? Number.NaN);
  return [
    { label: idle, unit: "kB", value: each(retro), floor: each(floor), aim: "≤ 12 kB" },
    row("p99", "ms", ({ p99 }) => p99, "< 100 ms"),
    row("event-loop delay, p99", "ms", ({ loopDelay }) => loopDelay, "< 30 ms"),
    row("server CPU", "cores", ({ cpu }) => cpu),
    { label: `${name}: lost`, unit: "", value: lost, aim: "0" },
    { label: `${name}: growth of the memory after a fifth of the time`, unit: "MB", value: growth },
  ];
}

/** 1,000 creates a second over 100 boards, on both engines. */
async function measureManyWrites(options: BenchOptions): Promise<Measurement[]> {
  const people = { boards: 100, people: 400, joinsPerSecond: 200 };
  const load = { ...people, perSecond: 1000, seconds: options.quick ? 8 : 15 };
  const rows: Measurement[] = [];
  for (const engine of ["SQLite", "PostgreSQL"] as const) {
    const runs = await loadByTurns(options, engine, load);
    if (runs === null) break;
    const row = (what: string, unit: string, read: (run: LoadResult) => number, aim = "") => {
      const label = `1,000 creates/s over 100 boards, ${engine}: ${what}`;
      return medianRow(runs.retro, label, unit, read, { floor: runs.floor, aim });
    };
    rows.push(
      row("lost", "", ({ lost }) => lost, "0"),
      row("p50", "ms", ({ p50 }) => p50),
      row("p99", "ms", ({ p99 }) => p99, "< 250 ms"),
      row("server CPU", "cores", ({ cpu }) => cpu),
      row("PostgreSQL's CPU", "cores", ({ databaseCpu }) => databaseCpu),
    );
  }
  return rows;
}

/** Runs a load on the product and on the floor in turn. @returns null without the PostgreSQL that it needs */
async function loadByTurns(options: BenchOptions, engine: "SQLite" | "PostgreSQL", load: BoardLoad) {
  const runs: Record<SystemName, LoadResult[]> = { floor: [], retro: [] };
  for (let round = 0; round < roundsOf(options, 3); round += 1)
    for (const system of ["floor", "retro"] as const) {
      await using database = engine === "PostgreSQL" ? await createDatabase() : null;
      if (engine === "PostgreSQL" && database === null) return null;
      const { pieces } = await loadBoards(system, { ...load, databaseUrl: database?.databaseUrl });
      runs[system].push(...pieces);
    }
  return runs;
}
