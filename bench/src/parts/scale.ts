import type { BenchOptions, Measurement, Part } from "../measurement.ts";
import { measureAffinity } from "../scale/affinity.ts";
import { measureHiddenAuthors } from "../scale/hidden-authors.ts";
import { measureHotBoard } from "../scale/hot-board.ts";
import { measureLargeBoard } from "../scale/large-board.ts";
import { measureManyBoards } from "../scale/many-boards.ts";
import { measureManyWrites } from "../scale/many-writes.ts";
import { measureReceipt } from "../scale/receipt.ts";
import { measureReconnect } from "../scale/reconnect.ts";
import { measureUnitCosts } from "../scale/unit-costs.ts";
import { measureBusyNeighbour } from "./stalls.ts";

/** The cases, in the order in which they run; `--only` names some of them. */
const cases: Record<string, Part> = {
  receipt: measureReceipt,
  neighbour: measureBusyNeighbour,
  "large-board": measureLargeBoard,
  "many-boards": measureManyBoards,
  writes: measureManyWrites,
  "hot-board": measureHotBoard,
  reconnect: measureReconnect,
  affinity: measureAffinity,
  authors: measureHiddenAuthors,
  costs: measureUnitCosts,
};

export async function measureScale(options: BenchOptions): Promise<Measurement[]> {
  const asked = options.options.get("only")?.split(",") ?? Object.keys(cases);
  const rows: Measurement[] = [];
  for (const name of asked) {
    const measure = cases[name];
    if (measure === undefined)
      throw new Error(`There is no case "${name}"; there are ${Object.keys(cases).join(", ")}.`);
    console.error(`— ${name}`);
    rows.push(...(await measure(options)));
  }
  return rows;
}
