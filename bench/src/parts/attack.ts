import { attackServer } from "../attack/run.ts";
import type { Effort, Row } from "../row.ts";
import { percentile } from "../row.ts";
import { Server } from "../server.ts";

/** One minute of one hostile visitor: what the other users notice, and what it costs the server. */
export async function attack({ quick }: Effort): Promise<Row[]> {
  const server = await Server.start("ours", { LOG_LEVEL: "info" });
  try {
    const result = await attackServer(
      server,
      quick ? { attackMs: 10_000, calmMs: 5000 } : { attackMs: 60_000, calmMs: 60_000 },
    );
    const { latencies, memory } = result;
    const detail = Object.fromEntries([...result.tally].toSorted(([a], [b]) => a.localeCompare(b)));
    return [
      { what: "others before the attack: p95", unit: "ms", ours: percentile(result.before, 0.95) },
      { what: "others: p50", unit: "ms", ours: percentile(latencies, 0.5) },
      { what: "others: p95", unit: "ms", ours: percentile(latencies, 0.95), aim: "100" },
      { what: "others: slowest", unit: "ms", ours: percentile(latencies, 1) },
      { what: "others: answers 5xx or none", unit: `of ${latencies.length}`, ours: result.failed, aim: "0" },
      { what: "others: answers 429", unit: "calls", ours: result.limited, aim: "0" },
      { what: "memory: growth at its peak", unit: "MB", ours: memory.peak - memory.before, aim: "300" },
      { what: "memory: growth after the calm", unit: "MB", ours: memory.after - memory.before },
      { what: "disk: growth", unit: "MB", ours: result.diskMb, aim: "150", detail },
    ];
  } finally {
    await server.stop();
  }
}
