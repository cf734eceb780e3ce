import { setTimeout } from "node:timers/promises";

/** One figure of a run, often a median or percentile; `detail` has the values behind it. */
export interface Measurement {
  label: string;
  unit: string;
  value: number;
  /** The same work on the floor of the same run. */
  floor?: number;
  /** What the figure should be. */
  aim?: string;
  /** Retrospected 5.5.2, two shared cores, quiet machine. */
  peer?: string;
  detail?: unknown;
}

export interface BenchOptions {
  /** One short round, for developing; do not compare its figures. */
  quick: boolean;
  /** The named cases of a part; undefined: all. */
  only: readonly string[] | undefined;
  /** How often a case is repeated; undefined: as often as usual. */
  rounds: number | undefined;
  /** How long a long case runs; undefined: as long as usual. */
  minutes: number | undefined;
}

export type Part = (options: BenchOptions) => Promise<Measurement[]>;

/** How often a case is repeated: `--rounds`, or else once with `--quick`. */
export function roundsOf({ quick, rounds }: BenchOptions, usual: number): number {
  return rounds ?? (quick ? 1 : usual);
}

/** @returns the median over runs, as a row; beside it that of the floor's runs, if there are any */
export function medianRow<Run>(
  runs: readonly Run[],
  label: string,
  unit: string,
  read: (run: Run) => number,
  more: Pick<Measurement, "aim" | "peer"> & { floor?: readonly Run[] } = {},
): Measurement {
  const { floor, ...columns } = more;
  const row = { label, unit, value: median(runs.map(read)), ...columns, detail: runs };
  return floor === undefined ? row : { ...row, floor: median(floor.map(read)) };
}

/** The value below which `share` (0 to 1) of the values lie, the nearest rank; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

export const sumOf = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0);

export const wait = (ms: number) => setTimeout(Math.max(0, ms));
