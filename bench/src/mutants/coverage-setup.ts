import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TestRunner, afterAll, afterEach, beforeEach, expect } from "vitest";

declare global {
  /** The blocks that ran since the set was last changed; `withCounters` adds to it. */
  var mutantHits: Set<string> | undefined;
}

/** What ran before the first test and between tests: every test of the file may depend on it. */
const always = new Set<string>();
const tests: Record<string, string[]> = {};
let file = "";
globalThis.mutantHits = new Set();

beforeEach(moveHitsToAlways);
afterEach(() => {
  const name = TestRunner.getCurrentTest()?.fullTestName;
  if (name === undefined) return;
  file = expect.getState().testPath ?? "";
  tests[name] = [...(globalThis.mutantHits ?? [])];
  globalThis.mutantHits = new Set();
});
afterAll(() => {
  moveHitsToAlways();
  const folder = process.env["MUTANT_COVERAGE"];
  if (folder === undefined || file === "") return;
  mkdirSync(folder, { recursive: true });
  const report = { always: [...always], tests };
  writeFileSync(join(folder, `${encodeURIComponent(file)}.json`), JSON.stringify(report));
});

function moveHitsToAlways(): void {
  for (const hit of globalThis.mutantHits ?? []) always.add(hit);
  globalThis.mutantHits = new Set();
}
