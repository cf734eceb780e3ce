import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { publish, writeCharts } from "./charts/published.ts";
import { measureAttack } from "./parts/attack.ts";
import { measureLargeBoard } from "./parts/board.ts";
import { measurePageLoad } from "./parts/browser.ts";
import { measureMassJoin } from "./parts/crowd.ts";
import { measureLatency } from "./parts/latency.ts";
import { measureBoardLoad } from "./parts/load.ts";
import { measureMemory } from "./parts/memory.ts";
import { measureSlowPhone } from "./parts/phone.ts";
import { runApiFuzz, runCrashes, runSyncFuzz } from "./parts/random-tests.ts";
import { measureScale } from "./parts/scale.ts";
import { measureSoak } from "./parts/soak.ts";
import { describeMachine, formatTable, saveRun } from "./report.ts";
import type { Measurement, Part } from "./measurement.ts";
import { root } from "./server-process.ts";

/** What each part measures, in the order in which they run. */
const parts: Record<string, { measure: Part; about: string }> = {
  latency: { measure: measureLatency, about: "from a create to another's screen, and the CPU for it" },
  load: { measure: measureBoardLoad, about: "loading a board of 500 stickers" },
  scale: { measure: measureScale, about: "many people: receipt, large-board, many-boards, writes, authors" },
  memory: { measure: measureMemory, about: "the server's memory, empty and with idle people" },
  crowd: { measure: measureMassJoin, about: "1,000 people open one board at once" },
  crash: { measure: runCrashes, about: "kill -9 while people write: nothing acknowledged is lost" },
  attack: { measure: measureAttack, about: "one hostile visitor: every kind of call, then each alone" },
  browser: { measure: measurePageLoad, about: "a board in a cold Chromium" },
  board: { measure: measureLargeBoard, about: "1,000 and 3,000 stickers in Chromium" },
  phone: { measure: measureSlowPhone, about: "a board on a slow phone" },
  chaos: { measure: runSyncFuzz, about: "the browser's sync core over 2,000 random runs" },
  fuzz: { measure: runApiFuzz, about: "the server's random tests at length" },
  soak: { measure: measureSoak, about: "an hour of 300 people: SQLite, two nodes (not in all)" },
  charts: { measure: writeCharts, about: "draws bench/published.json for docs/bench.md (not in all)" },
};
const onlyWhenAsked = ["soak", "charts"];

const optionTypes = {
  help: { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
  publish: { type: "boolean", default: false },
  only: { type: "string" },
  rounds: { type: "string" },
  minutes: { type: "string" },
} as const;

function usage(): string {
  const lines = Object.entries(parts).map(([name, { about }]) => `  ${name.padEnd(8)} ${about}`);
  return `Usage: npm run bench -- [options] part … (or all)
  --quick            one short round, for developing
  --publish          keeps what the charts of docs/bench.md show
  --only <names>     some cases of scale, attack or soak, as in --only writes,authors
  --rounds <number>  how often a case of scale is repeated
  --minutes <number> how long many-boards of scale, or each half of soak, runs
Parts:
${lines.join("\n")}`;
}

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: optionTypes });
    const unknown = positionals.find((name) => name !== "all" && !(name in parts));
    if (unknown !== undefined) throw new Error(`There is no part "${unknown}".`);
    const toNumber = (text: string | undefined) => (text === undefined ? undefined : Number(text));
    return {
      ...values,
      only: values.only?.split(","),
      rounds: toNumber(values.rounds),
      minutes: toNumber(values.minutes),
      names: positionals,
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n${usage()}`);
    return process.exit(2);
  }
}

const { help, names, publish: isPublished, ...options } = readArguments();
if (help || names.length === 0) {
  console.log(usage());
  process.exit();
}

const startedAt = new Date().toISOString();
const machine = describeMachine(root);
const results: Record<string, { rows: Measurement[]; loadAfter: number } | { error: string }> = {};
const usual = Object.keys(parts).filter((name) => !onlyWhenAsked.includes(name));
for (const name of new Set(names.flatMap((asked) => (asked === "all" ? usual : [asked])))) {
  console.error(`— ${name}`);
  try {
    const rows = (await parts[name]?.measure(options)) ?? [];
    const loadAfter = loadavg()[0] ?? 0;
    results[name] = { rows, loadAfter };
    if (isPublished && !options.quick) publish(rows, startedAt.slice(0, 10), machine.commit);
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
if (options.quick)
  console.log("Quick: one short round. These figures are for developing, not for comparing.");
console.log(`Load before the run: ${machine.loadBefore.map((load) => load.toFixed(2)).join(" ")}`);
const file = saveRun(join(root, "bench/results"), { startedAt, quick: options.quick, machine, results });
console.log(`Written to ${file}`);
process.exit();
