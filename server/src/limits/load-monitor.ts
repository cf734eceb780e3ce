import { monitorEventLoopDelay } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { eventLoopDelaySeconds } from "../observe/metrics.ts";

export interface LoadMeasurement {
  lagMs: number;
  cpu: number;
  heap: number;
}

/** 0: the server serves everything. 1: it refuses expensive calls. 2: it also refuses new visitors. */
export type LoadLevel = 0 | 1 | 2;

/** Far above what a single long task or a busy machine causes. */
export const loadThresholds = [
  { level: 2, lagMs: 1000, heap: 0.92 },
  { level: 1, lagMs: 250, heap: 0.85 },
] as const;
/** If the process uses less of a core, other programs make the loop late. */
const minOwnCpu = 0.6;
const sampleEveryMs = 500;
/** Twenty timers a second took a fifth of the CPU of an idle server. */
const timerEveryMs = 250;
/** A level lasts for at least this many measurements, so that refused calls do not all return at once. */
const minSamplesPerLevel = 4;

/** Not @fastify/under-pressure: it has one level, and refuses when other programs are busy. */
export class LoadMonitor {
  readonly #measure: () => LoadMeasurement;
  #level: LoadLevel = 0;
  #samplesLeft = 0;
  #timer: NodeJS.Timeout | undefined;
  #last: LoadMeasurement = { lagMs: 0, cpu: 0, heap: 0 };

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
  const delays = monitorEventLoopDelay({ resolution: timerEveryMs });
  delays.enable();
  let usage = process.cpuUsage();
  let at = performance.now();
  return () => {
    const { user, system } = process.cpuUsage(usage);
    const elapsedMs = Math.max(1, performance.now() - at);
    usage = process.cpuUsage();
    at = performance.now();
    // The mean is NaN if the loop has not ticked since the last measurement.
    const lagMs = Number.isNaN(delays.mean) ? 0 : Math.max(0, delays.mean / 1e6 - timerEveryMs);
    delays.reset();
    eventLoopDelaySeconds.observe(lagMs / 1000);
    const { used_heap_size, heap_size_limit } = getHeapStatistics();
    return { lagMs, cpu: (user + system) / 1000 / elapsedMs, heap: used_heap_size / heap_size_limit };
  };
}
