import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawCharts, picturesFolder, readPublished } from "../charts/published.ts";
import type { Part } from "../measurement.ts";

/** Draws the charts of docs/bench.md from the published figures. */
export const writeCharts: Part = () => {
  mkdirSync(picturesFolder, { recursive: true });
  for (const [name, picture] of Object.entries(drawCharts(readPublished())))
    writeFileSync(join(picturesFolder, name), picture);
  return Promise.resolve([]);
};
