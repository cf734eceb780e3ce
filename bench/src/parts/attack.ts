import { runAttack } from "../attack/attack-run.ts";
import type { BenchOptions, Measurement } from "../measurement.ts";
import { percentile } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";

/** One minute of one hostile visitor: what the other users notice, and what it costs the server. */
export async function measureAttack({ quick }: BenchOptions): Promise<Measurement[]> {
  const server = await ServerProcess.start("retro", { LOG_LEVEL: "info" });
  try {
    const result = await runAttack(
      server,
      quick ? { attackMs: 10_000, recoveryMs: 5000 } : { attackMs: 60_000, recoveryMs: 60_000 },
    );
    const { latencies, memory } = result;
    const detail = Object.fromEntries([...result.counts].toSorted(([a], [b]) => a.localeCompare(b)));
    return [
      { label: "others before the attack: p95", unit: "ms", value: percentile(result.before, 0.95) },
      { label: "others: p50", unit: "ms", value: percentile(latencies, 0.5) },
      { label: "others: p95", unit: "ms", value: percentile(latencies, 0.95), aim: "100" },
      { label: "others: slowest", unit: "ms", value: percentile(latencies, 1) },
      {
        label: "others: answers 5xx or none",
        unit: `of ${latencies.length}`,
        value: result.failed,
        aim: "0",
      },
      { label: "others: answers 429", unit: "calls", value: result.limited, aim: "0" },
      { label: "memory: growth at its peak", unit: "MB", value: memory.peak - memory.before, aim: "300" },
      { label: "memory: growth after the calm", unit: "MB", value: memory.after - memory.before },
      { label: "disk: growth", unit: "MB", value: result.diskMb, aim: "150", detail },
    ];
  } finally {
    await server.stopAndDelete();
  }
}
