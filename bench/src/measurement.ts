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
  boards?: number | undefined;
  options: ReadonlyMap<string, string>;
}

export type Part = (options: BenchOptions) => Promise<Measurement[]>;

/** The value below which `share` (0 to 1) of the values lie, the nearest rank; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1));
  return sorted[at] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const low = sorted[Math.ceil(middle) - 1] ?? Number.NaN;
  const high = sorted[Math.floor(middle)] ?? Number.NaN;
  return (low + high) / 2;
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms));
  });
}
