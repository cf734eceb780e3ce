import { monitorEventLoopDelay } from "node:perf_hooks";

/** Runs inside the measured server: only there can the delays of its event loop be measured. */

export type ProbeQuestion = "loop delay";

/** Delays of the event loop since the last question, in milliseconds. */
export interface LoopDelay {
  p50: number;
  p99: number;
  max: number;
}

const resolution = 10;
const delays = monitorEventLoopDelay({ resolution });

process.on("message", (question: ProbeQuestion) => {
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
