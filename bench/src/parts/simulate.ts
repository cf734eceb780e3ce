import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BenchOptions, Measurement } from "../measurement.ts";
import { root } from "../server-process.ts";
import { readFigures } from "../simulate/figures.ts";
import { type Deployment, usualDemand, usualDeployment } from "../simulate/model.ts";
import { deploymentTable, documentTables, fillTables } from "../simulate/tables.ts";

/** Computes from the measured costs (`bench/capacity.json`) where each part of a deployment is full. */
export async function runSimulation({ options }: BenchOptions): Promise<Measurement[]> {
  const figures = readFigures();
  if (options.has("write")) {
    const file = join(root, "docs/scaling.md");
    writeFileSync(file, fillTables(readFileSync(file, "utf8"), figures));
  }
  for (const [name, make] of Object.entries(documentTables)) console.log(`\n${name}\n\n${make(figures)}`);
  const number = (name: string, usual: number) => Number(options.get(name) ?? usual);
  const demand = {
    ...usualDemand,
    people: number("people", usualDemand.people),
    peoplePerBoard: number("per-board", usualDemand.peoplePerBoard),
  };
  const deployment: Deployment = {
    ...usualDeployment,
    nodes: number("nodes", usualDeployment.nodes),
    databases: number("databases", usualDeployment.databases),
    redisShards: number("redis", usualDeployment.redisShards),
    routing: options.has("by-board") ? "by board" : "any",
  };
  const { people, peoplePerBoard } = demand;
  console.log(
    `\n${people.toLocaleString("en")} people, ${peoplePerBoard} on a board, ${deployment.nodes} nodes\n`,
  );
  console.log(deploymentTable(figures, demand, deployment));
  return [];
}
