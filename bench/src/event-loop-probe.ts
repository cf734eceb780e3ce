import { monitorEventLoopDelay } from "node:perf_hooks";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Runs inside the measured server: only there can the delays of its event loop be measured. */

export type ProbeQuestion = "loop delay" | "loop use" | "held";

/** What the loop has used since the start. */
export interface LoopUse {
  /** Processor time of the loop's thread in milliseconds: on a busy machine it works for less than it takes. */
  cpuMs: number;
}

/** What the process holds now. */
export interface HeldByProcess {
  /** After a collection: between two of them it varies by more than an hour's leak. */
  heapMb: number;
  /** Timers, sockets and other handles, by their kind. */
  resources: Record<string, number>;
  /** Listeners of the process itself, which a plugin that is made again and again adds to. */
  listeners: number;
}

/** Delays of the event loop since the last question, in milliseconds. */
export interface LoopDelay {
  p50: number;
  p99: number;
  max: number;
}

const resolution = 10;
const delays = monitorEventLoopDelay({ resolution });

process.on("message", (question: ProbeQuestion) => {
  if (question === "loop use") process.send?.(loopUse());
  if (question === "held") process.send?.(held());
  if (question !== "loop delay") return;
  // Only from the first question on: a hundred timers a second cost 2 to 4 ms of CPU, which `cpu` would count.
  delays.enable();
  // A value is the time between two timers that are due every `resolution` milliseconds.
  const toDelay = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - resolution);
  const answer: LoopDelay = {
    p50: toDelay(delays.percentile(50)),
    p99: toDelay(delays.percentile(99)),
    max: toDelay(delays.max),
  };
  delays.reset();
  process.send?.(answer);
});
// A server that stops must not wait for the bench.
process.channel?.unref();

function loopUse(): LoopUse {
  const { user, system } = process.threadCpuUsage();
  return { cpuMs: (user + system) / 1000 };
}

function held(): HeldByProcess {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const resources: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) resources[kind] = (resources[kind] ?? 0) + 1;
  const listeners = process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  return { heapMb: process.memoryUsage().heapUsed / 1e6, resources, listeners };
}
