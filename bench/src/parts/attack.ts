import { type AttackKind, attackKinds } from "../attack/attacker-session.ts";
import { runAttack } from "../attack/attack-run.ts";
import { type Measurement, type Part, percentile } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";

/** One hostile visitor: every kind of call together, then each kind alone. */
export const measureAttack: Part = async ({ quick, only = attackKinds }) => {
  const rows: Measurement[] = [];
  for (const kind of attackKinds.filter((name) => only.includes(name)))
    rows.push(...(kind === "every kind" ? await measureEveryKind(quick) : await measureKind(kind, quick)));
  return rows;
};

async function measureEveryKind(quick: boolean): Promise<Measurement[]> {
  await using server = await ServerProcess.start("retro", { LOG_LEVEL: "info" });
  const times = quick ? { attackMs: 10_000, recoveryMs: 5000 } : { attackMs: 60_000, recoveryMs: 60_000 };
  const { before, latencies, memory, ...result } = await runAttack(server, { kind: "every kind", ...times });
  return [
    { label: "others before the attack: p50", unit: "ms", value: percentile(before, 0.5) },
    { label: "others before the attack: p95", unit: "ms", value: percentile(before, 0.95) },
    { label: "others: p50", unit: "ms", value: percentile(latencies, 0.5) },
    { label: "others: p95", unit: "ms", value: percentile(latencies, 0.95), aim: "100" },
    { label: "others: slowest", unit: "ms", value: percentile(latencies, 1) },
    { label: "others: answers 5xx or none", unit: `of ${latencies.length}`, value: result.failed, aim: "0" },
    { label: "others: answers 429", unit: "calls", value: result.limited, aim: "0" },
    { label: "memory: growth at its peak", unit: "MB", value: memory.peak - memory.before, aim: "300" },
    { label: "memory: growth after the calm", unit: "MB", value: memory.after - memory.before },
    { label: "disk: growth", unit: "MB", value: result.diskMb, aim: "150", detail: result.counts },
  ];
}

async function measureKind(kind: AttackKind, quick: boolean): Promise<Measurement[]> {
  await using server = await ServerProcess.start("retro");
  const attackMs = quick ? 8000 : 20_000;
  const { latencies, failed, limited, counts } = await runAttack(server, { kind, attackMs, recoveryMs: 0 });
  const p95 = percentile(latencies, 0.95);
  return [
    { label: `${kind} alone: others, p95`, unit: "ms", value: p95, aim: "60", detail: counts },
    {
      label: `${kind} alone: others, answers 5xx, 429 or none`,
      unit: "calls",
      value: failed + limited,
      aim: "0",
    },
  ];
}
