import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Runs inside the measured server: only there can its event loop and its heap be measured. */

export type ProbeQuestion = "loop" | "held";

export interface LoopUse {
  /** Processor time of the loop's thread so far, in milliseconds. */
  cpuMs: number;
  /** Delays since the last question, in milliseconds. */
  p99: number;
  max: number;
}

/** What the process holds now. */
export interface HeldByProcess {
  /** After a collection: between two of them it varies by more than an hour's leak. */
  heapMb: number;
  /** Timers, sockets and other handles. */
  handles: number;
  /** Listeners of the process itself, which a plugin that is made again and again adds to. */
  listeners: number;
}

const resolution = 10;
const delays = monitorEventLoopDelay({ resolution });

process.on("message", (question: ProbeQuestion) => process.send?.(question === "loop" ? loopUse() : held()));
// A server that stops must not wait for the bench.
process.channel?.unref();

function loopUse(): LoopUse {
  // Only from the first question on: a hundred timers a second cost 2 to 4 ms of CPU, which `cpu` would count.
  delays.enable();
  const { user, system } = process.threadCpuUsage();
  // A value is the time between two timers that are due every `resolution` milliseconds.
  const toDelay = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);
  const [p99, max] = [toDelay(delays.percentile(99)), toDelay(delays.max)];
  delays.reset();
  return { cpuMs: (user + system) / 1000, p99, max };
}

function held(): HeldByProcess {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  const handles = process.getActiveResourcesInfo().length;
  return { heapMb: process.memoryUsage().heapUsed / 1e6, handles, listeners };
}
