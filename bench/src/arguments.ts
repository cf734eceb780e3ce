import { parseArgs } from "node:util";
import type { BenchOptions } from "./measurement.ts";

export function readArguments(parts: readonly string[]): BenchOptions & { partNames: string[] } {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: optionTypes });
    const asked = positionals.map((name) => (name === "cpu" ? "latency" : name));
    const unknown = asked.find((name) => !parts.includes(name));
    if (unknown !== undefined) throw new Error(`There is no part "${unknown}".`);
    const boards = values.boards === undefined ? undefined : Number(values.boards);
    if (boards !== undefined && (!Number.isInteger(boards) || boards < 200))
      throw new Error("--boards takes a number, at least 200.");
    const options = new Map(Object.entries(values).map(([name, value]) => [name, String(value)]));
    return { quick: values.quick, boards, options, partNames: asked };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(usage);
    console.error(`Parts: cpu ${parts.join(" ")}`);
    return process.exit(2);
  }
}

const usage = `Usage: npm run bench -- [--quick | --publish] [part …] [--boards <number>]
       npm run bench -- scale [--only <case>,<case>] [--rounds <number>] [--minutes <number>] [--proxy haproxy]
       npm run bench -- attack [--only "<kind>,<kind>"]
       npm run bench -- soak [--minutes <number>] [--only SQLite | --only "two nodes"]
       npm run bench -- simulate [--people <number>] [--per-board <number>] [--nodes <number>] [--databases <number>]
                                 [--redis <number>] [--by-board] [--write]`;

const optionTypes = {
  quick: { type: "boolean", default: false },
  // Keeps what the charts of docs/bench.md show.
  publish: { type: "boolean" },
  // The number of boards of `million`.
  boards: { type: "string" },
  // The cases of `scale`, the kinds of `attack`, or the half of `soak`, separated by commas.
  only: { type: "string" },
  rounds: { type: "string" },
  // What `simulate` computes: a demand and a deployment; `write` puts its tables into docs/scaling.md.
  people: { type: "string" },
  "per-board": { type: "string" },
  nodes: { type: "string" },
  databases: { type: "string" },
  redis: { type: "string" },
  "by-board": { type: "boolean" },
  write: { type: "boolean" },
  // How long `many-boards` of `scale`, or each half of `soak`, runs.
  minutes: { type: "string" },
  // Whose example `affinity` of `scale` uses: nginx or haproxy.
  proxy: { type: "string" },
} as const;
