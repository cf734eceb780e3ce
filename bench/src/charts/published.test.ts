import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drawCharts, picturesFolder, readPublished } from "./published.ts";

test("the charts of docs/bench.md are those of the published figures (npm run bench -- charts)", () => {
  const files = readdirSync(picturesFolder).map((name) => [
    name,
    readFileSync(join(picturesFolder, name), "utf8"),
  ]);
  expect(Object.fromEntries(files)).toEqual(drawCharts(readPublished()));
});
