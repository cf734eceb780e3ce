import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readFigures } from "./figures.ts";
import { fillTables } from "./tables.ts";

test("the tables of docs/scaling.md are those of the measured costs (npm run bench -- simulate --write)", () => {
  const document = readFileSync(join(import.meta.dirname, "../../../docs/scaling.md"), "utf8");
  expect(document).toBe(fillTables(document, readFigures()));
});

test("a document without a place for a table is refused", () => {
  expect(() => fillTables("# Scaling", readFigures())).toThrow('no place for "people per board"');
});
