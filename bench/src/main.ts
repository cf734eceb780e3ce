import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { readArguments } from "./arguments.ts";
import { publish } from "./charts/published.ts";
import { describeMachine, saveRun, formatTable } from "./report.ts";
import type { Part, Measurement } from "./measurement.ts";
import { root } from "./server-process.ts";

/** Each part is one module, loaded when it runs. The CPU figures come from the streams of `latency`. */
const parts: Record<string, () => Promise<Part>> = {
  latency: async () => (await import("./parts/latency.ts")).measureLatency,
  load: async () => (await import("./parts/load.ts")).measureBoardLoad,
  scale: async () => (await import("./parts/scale.ts")).measureScale,
  memory: async () => (await import("./parts/memory.ts")).measureMemory,
  crowd: async () => (await import("./parts/crowd.ts")).measureMassJoin,
  ready: async () => (await import("./parts/ready.ts")).measureReadiness,
  crash: async () => (await import("./parts/crash.ts")).measureCrashes,
  stalls: async () => (await import("./parts/stalls.ts")).measureBusyNeighbour,
  costs: async () => (await import("./parts/costs.ts")).measureCallCosts,
  attack: async () => (await import("./parts/attack.ts")).measureAttack,
  browser: async () => (await import("./parts/browser.ts")).measurePageLoad,
  board: async () => (await import("./parts/board.ts")).measureLargeBoard,
  phone: async () => (await import("./parts/phone.ts")).measureSlowPhone,
  chaos: async () => (await import("./parts/chaos.ts")).runSyncFuzz,
  fuzz: async () => (await import("./parts/fuzz.ts")).runApiFuzz,
  lists: async () => (await import("./parts/lists.ts")).measureAdminLists,
  search: async () => (await import("./parts/search.ts")).measureSearch,
  million: async () => (await import("./parts/million.ts")).measureLargeDatabase,
  charts: async () => (await import("./parts/charts.ts")).writeCharts,
  soak: async () => (await import("./parts/soak.ts")).measureSoak,
  simulate: async () => (await import("./parts/simulate.ts")).runSimulation,
};

const { quick, boards, options, partNames } = readArguments(Object.keys(parts));

const startedAt = new Date().toISOString();
const machineInfo = describeMachine(root);
const results: Record<string, { rows: Measurement[]; loadAfter: number } | { error: string }> = {};
// The database of a million boards takes half an hour, the soak two hours, and the others measure nothing: only
// when asked for.
const onlyWhenAsked = new Set(["million", "soak", "simulate", "charts"]);
const defaultParts = Object.keys(parts).filter((name) => !onlyWhenAsked.has(name));
for (const name of partNames.length > 0 ? new Set(partNames) : defaultParts) {
  console.error(`— ${name}`);
  try {
    const part = await parts[name]?.();
    const rows = (await part?.({ quick, boards, options })) ?? [];
    const loadAfter = loadavg()[0] ?? 0;
    results[name] = { rows, loadAfter };
    if (options.has("publish") && !quick) publish(rows, startedAt.slice(0, 10), machineInfo.commit);
    console.log(`\n${formatTable(rows)}\n`);
    if (loadAfter > availableParallelism())
      console.log(`The machine was busy (load ${loadAfter.toFixed(1)}): only the ratios mean anything.\n`);
  } catch (error) {
    // A part that fails does not stop the others; the exit code reports it.
    results[name] = { error: String(error) };
    console.error(error);
    process.exitCode = 1;
  }
}
if (quick) console.log("Quick: one short round. These figures are for developing, not for comparing.");
console.log(`Load before the run: ${machineInfo.loadBefore.map((load) => load.toFixed(2)).join(" ")}`);
console.log(
  `Written to ${saveRun(join(root, "bench/results"), { startedAt, quick, machine: machineInfo, results })}`,
);
process.exit();
