import { type AttackKind, attackKinds } from "../attack/attacker-session.ts";
import { runAttack } from "../attack/attack-run.ts";
import { HttpClient } from "../http-client.ts";
import type { BenchOptions, Measurement } from "../measurement.ts";
import { percentile } from "../measurement.ts";
import { seedSpace } from "../seed/seed-space.ts";
import { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";

const fullSpace = { boards: 1000, stickers: 1, actions: 10 };

/** One hostile visitor: every kind of call together, then each kind alone. */
export async function measureAttack({ quick, options }: BenchOptions): Promise<Measurement[]> {
  const asked = options.get("only")?.split(",") ?? attackKinds;
  const rows: Measurement[] = [];
  for (const kind of attackKinds.filter((name) => asked.includes(name)))
    rows.push(...(kind === "every kind" ? await measureEveryKind(quick) : await measureKind(kind, quick)));
  return rows;
}

async function measureEveryKind(quick: boolean): Promise<Measurement[]> {
  const server = await ServerProcess.start("retro", { LOG_LEVEL: "info" });
  try {
    const times = quick ? { attackMs: 10_000, recoveryMs: 5000 } : { attackMs: 60_000, recoveryMs: 60_000 };
    const result = await runAttack(server, { kind: "every kind", ...times });
    const { latencies, memory } = result;
    return [
      { label: "others before the attack: p50", unit: "ms", value: percentile(result.before, 0.5) },
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
      { label: "disk: growth", unit: "MB", value: result.diskMb, aim: "150", detail: countsOf(result) },
    ];
  } finally {
    await server.stopAndDelete();
  }
}

async function measureKind(kind: AttackKind, quick: boolean): Promise<Measurement[]> {
  const server = await ServerProcess.start("retro");
  try {
    const spaceKey = kind === "a full space" || kind === "late pages" ? await fillSpace(server) : undefined;
    const attackMs = quick ? 8000 : 20_000;
    const result = await runAttack(server, { kind, ...(spaceKey && { spaceKey }), attackMs, recoveryMs: 0 });
    const row = (what: string, unit: string, value: number, aim: string): Measurement => ({
      label: `${kind} alone: ${what}`,
      unit,
      value,
      aim,
      detail: countsOf(result),
    });
    return [
      row("others, p95", "ms", percentile(result.latencies, 0.95), "60"),
      row("others, answers 5xx, 429 or none", "calls", result.failed + result.limited, "0"),
    ];
  } finally {
    await server.stopAndDelete();
  }
}

async function fillSpace(server: ServerProcess): Promise<string> {
  const http = new HttpClient(server.url);
  const owner = await Visitor.createAnonymous(http);
  const { key } = await owner.callApi<{ key: string }>("POST", "/api/v1/spaces", { name: "Full" });
  http.close();
  await server.stop();
  await seedSpace({ folder: server.folder }, fullSpace);
  await server.startProcess();
  return key;
}

const countsOf = ({ counts }: Awaited<ReturnType<typeof runAttack>>) =>
  Object.fromEntries([...counts].toSorted(([a], [b]) => a.localeCompare(b)));
