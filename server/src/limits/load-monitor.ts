import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";

export interface LoadMeasurement {
  /** Mean delay of the event loop since the measurement before, in milliseconds. */
  lagMs: number;
  /** How much of one core this process used since then, all its threads together. */
  cpu: number;
  /** Heap in use as a share of its limit, 0 to 1. */
  heap: number;
}

/** 0: everything is served. 1: expensive calls are refused. 2: also new visitors. */
export type LoadLevel = 0 | 1 | 2;

/** Means far above what a single long task or a busy machine causes: the loop is late again and again. */
export const loadThresholds = [
  { level: 2, lagMs: 1000, heap: 0.92 },
  { level: 1, lagMs: 250, heap: 0.85 },
] as const;
/**
 * With less of a core than this the loop is late because other programs take the machine: refusing calls would not make it earlier.
 */
const minOwnCpu = 0.6;
const sampleEveryMs = 500;
/** A level lasts at least this many measurements, so that the refused calls do not all return at once. */
const minSamplesPerLevel = 4;

/**
 * Measures how late the event loop is and how full the heap is, and says what to refuse. @fastify/under-pressure has one level, which
 * refuses every call, and also refuses when other programs slow the machine.
 */
export class LoadMonitor {
  readonly #measure: () => LoadMeasurement;
  #level: LoadLevel = 0;
  #samplesLeft = 0;
  #timer: NodeJS.Timeout | undefined;
  #last: LoadMeasurement = { lagMs: 0, cpu: 0, heap: 0 };

  /** @param measure for tests; by default Node's own measurements */
  constructor(measure: () => LoadMeasurement = measureProcess()) {
    this.#measure = measure;
  }

  get level(): LoadLevel {
    return this.#level;
  }

  get last(): LoadMeasurement {
    return this.#last;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.sample(), sampleEveryMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Takes one measurement and sets the level by it. */
  sample(): void {
    const now = this.#measure();
    this.#last = now;
    const level =
      loadThresholds.find(
        ({ lagMs, heap }) => (now.lagMs >= lagMs && now.cpu >= minOwnCpu) || now.heap >= heap,
      )?.level ?? 0;
    if (level >= this.#level) {
      this.#level = level;
      this.#samplesLeft = minSamplesPerLevel;
    } else if ((this.#samplesLeft -= 1) <= 0) {
      this.#level = level;
      this.#samplesLeft = minSamplesPerLevel;
    }
  }
}

function measureProcess(): () => LoadMeasurement {
  const resolution = 50;
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  let usage = process.cpuUsage();
  let at = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(usage);
    const elapsedMs = Math.max(1, performance.now() - at);
    usage = process.cpuUsage();
    at = performance.now();
    // Without a single tick since the last measurement the mean is no number.
    const lagMs = Number.isNaN(delays.mean) ? 0 : Math.max(0, delays.mean / 1e6 - resolution);
    delays.reset();
    const { used_heap_size, heap_size_limit } = getHeapStatistics();
    return { lagMs, cpu: (user + system) / 1000 / elapsedMs, heap: used_heap_size / heap_size_limit };
  };
}
