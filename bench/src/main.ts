import { existsSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { readArguments } from "./arguments.ts";
import { machine, save, table } from "./report.ts";
import type { Part, Row } from "./row.ts";
import { root } from "./server.ts";

/** Each part is one module, loaded when it runs. The CPU figures come from the streams of `latency`. */
const parts: Record<string, () => Promise<Part>> = {
  latency: async () => (await import("./parts/latency.ts")).latency,
  load: async () => (await import("./parts/load.ts")).load,
  memory: async () => (await import("./parts/memory.ts")).memory,
  crowd: async () => (await import("./parts/crowd.ts")).crowd,
  crash: async () => (await import("./parts/crash.ts")).crash,
  stalls: async () => (await import("./parts/stalls.ts")).stalls,
  attack: async () => (await import("./parts/attack.ts")).attack,
  browser: async () => (await import("./parts/browser.ts")).browser,
  board: async () => (await import("./parts/board.ts")).board,
  chaos: async () => (await import("./parts/chaos.ts")).chaos,
  fuzz: async () => (await import("./parts/fuzz.ts")).fuzz,
  lists: async () => (await import("./parts/lists.ts")).lists10k,
  million: async () => (await import("./parts/million.ts")).million,
  mutants: async () => (await import("./parts/mutants.ts")).mutants,
};
const exportsFile = join(import.meta.dirname, "exports.ts");
if (existsSync(exportsFile))
  parts["exports"] = async () => ((await import(exportsFile)) as { run: Part }).run;

const { quick, boards, options, asked } = readArguments(Object.keys(parts));

const startedAt = new Date().toISOString();
const where = machine(root);
const results: Record<string, { rows: Row[]; loadAfter: number } | { error: string }> = {};
// The database of a million boards and the mutants take half an hour each: only when asked for.
const usual = Object.keys(parts).filter((name) => name !== "million" && name !== "mutants");
for (const name of asked.length > 0 ? new Set(asked) : usual) {
  console.error(`— ${name}`);
  try {
    const part = await parts[name]?.();
    const rows = (await part?.({ quick, boards, options })) ?? [];
    const loadAfter = loadavg()[0] ?? 0;
    results[name] = { rows, loadAfter };
    console.log(`\n${table(rows)}\n`);
    if (loadAfter > availableParallelism())
      console.log(`The machine was busy (load ${loadAfter.toFixed(1)}): only the ratios mean anything.\n`);
  } catch (error) {
    // One part that fails takes nothing from the others; the run as a whole still says so.
    results[name] = { error: String(error) };
    console.error(error);
    process.exitCode = 1;
  }
}
if (quick) console.log("Quick: one short round. These figures are for developing, not for comparing.");
console.log(`Load before the run: ${where.loadBefore.map((load) => load.toFixed(2)).join(" ")}`);
console.log(`Written to ${save(join(root, "bench/results"), { startedAt, quick, machine: where, results })}`);
process.exit();
