import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance } from "fastify";
import { eventLoopDelaySeconds } from "../../observe/metrics.ts";

const sampleEveryMs = 500;
/** Twenty timers a second took a fifth of the CPU of an idle server. */
const timerEveryMs = 250;

/** Of the last half second. `cpu` is the share of one core that the process used. */
let last = { lagMs: 0, cpu: 0 };

export const eventLoopLoad = (): typeof last => last;

export function measureEventLoop(app: FastifyInstance): void {
  const delays = monitorEventLoopDelay({ resolution: timerEveryMs });
  let usage = process.cpuUsage();
  let at = performance.now();
  const sample = () => {
    const { user, system } = process.cpuUsage(usage);
    const elapsedMs = Math.max(1, performance.now() - at);
    usage = process.cpuUsage();
    at = performance.now();
    // The mean is NaN if the loop has not ticked since the last measurement.
    const lagMs = Number.isNaN(delays.mean) ? 0 : Math.max(0, delays.mean / 1e6 - timerEveryMs);
    delays.reset();
    eventLoopDelaySeconds.observe(lagMs / 1000);
    last = { lagMs, cpu: (user + system) / 1000 / elapsedMs };
  };
  let timer: NodeJS.Timeout | undefined;
  app.addHook("onReady", async () => {
    delays.enable();
    timer = setInterval(sample, sampleEveryMs).unref();
  });
  app.addHook("onClose", async () => {
    clearInterval(timer);
    delays.disable();
  });
}
