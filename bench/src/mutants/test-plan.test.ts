import { describe, expect, it } from "vitest";
import { type TestFileCoverage, groupTestsByBlock } from "./coverage.ts";
import type { Mutant } from "./mutant.ts";
import { subtractPlan, planTests } from "./test-plan.ts";
import { drawSample } from "./sample.ts";

const mutant: Mutant = {
  file: "rules/src/votes.ts",
  block: 3,
  line: 1,
  start: 0,
  end: 1,
  original: "a",
  replacement: "b",
  operator: "boundary",
};

/** A test file with two tests, of 10 and of 20 ms; the first one reaches the mutant's block. */
function coverageOf(file: string, changes: Partial<TestFileCoverage> = {}): TestFileCoverage {
  return {
    file,
    digest: "",
    startMs: 100,
    tests: [
      { name: "one", ms: 20, passed: true },
      { name: "two", ms: 10, passed: true },
    ],
    sources: { [mutant.file]: { digest: "now", blocks: { 3: [0], 4: "all" } } },
    ...changes,
  };
}

describe("the plan for a mutant", () => {
  it("has the tests that reach its block, and no others", () => {
    const elsewhere = coverageOf("server/b.test.ts", { sources: {} });
    expect(planTests(mutant, "now", [coverageOf("rules/a.test.ts"), elsewhere], 1000)).toEqual({
      files: [expect.objectContaining({ file: "rules/a.test.ts", tests: ["one"], ms: 120 })],
      covered: true,
    });
  });

  it("has all tests of a file where a block runs before them, or the coverage is of another version", () => {
    const coverage = [coverageOf("rules/a.test.ts")];
    const names = (plan: ReturnType<typeof planTests>) => plan.files.map(({ tests }) => tests);
    expect(names(planTests({ ...mutant, block: 4 }, "now", coverage, 1000))).toEqual([["two", "one"]]);
    expect(names(planTests({ ...mutant, block: -1 }, "now", coverage, 1000))).toEqual([["two", "one"]]);
    expect(names(planTests(mutant, "later", coverage, 1000))).toEqual([["two", "one"]]);
  });

  it("begins in the mutant's folder, then with what is quickest", () => {
    const files = [
      "server/slow.test.ts",
      "server/quick.test.ts",
      "rules/far.test.ts",
      "rules/src/near.test.ts",
    ];
    const coverage = files.map((file) => coverageOf(file, file.includes("slow") ? { startMs: 500 } : {}));
    expect(planTests(mutant, "now", coverage, 5000).files.map(({ file }) => file)).toEqual(
      files.toReversed(),
    );
  });

  it("begins with what is quickest, wherever it is, for the second turn", () => {
    const coverage = ["rules/src/near.test.ts", "server/far.test.ts"].map((file, i) =>
      coverageOf(file, { startMs: 500 - i }),
    );
    const { files } = planTests(mutant, "now", coverage, 5000, "quickest");
    expect(files.map(({ file }) => file)).toEqual(["server/far.test.ts", "rules/src/near.test.ts"]);
  });

  it("stays within its budget, but has at least one test", () => {
    const coverage = ["rules/a.test.ts", "rules/b.test.ts"].map((file) => coverageOf(file));
    const every = { ...mutant, block: 4 };
    expect(planTests(every, "now", coverage, 260).files.map(({ tests }) => tests.length)).toEqual([2, 2]);
    expect(planTests(every, "now", coverage, 240).files.map(({ tests }) => tests.length)).toEqual([2, 1]);
    expect(planTests(every, "now", coverage, 1).files.map(({ tests }) => tests.length)).toEqual([1]);
  });

  it("gives a second turn the tests that did not fit into the first one", () => {
    const coverage = ["rules/a.test.ts", "rules/b.test.ts"].map((file) => coverageOf(file));
    const plan = (budget: number) => planTests({ ...mutant, block: 4 }, "now", coverage, budget).files;
    const left = (budget: number) =>
      subtractPlan(plan(260), plan(budget)).map(({ file, tests }) => [file, tests]);
    expect(left(240)).toEqual([["rules/b.test.ts", ["one"]]]);
    expect(left(1)).toEqual([
      ["rules/a.test.ts", ["one"]],
      ["rules/b.test.ts", ["two", "one"]],
    ]);
    expect(left(260)).toEqual([]);
  });

  it("leaves out tests that fail without a mutant", () => {
    const coverage = [coverageOf("rules/a.test.ts", { tests: [{ name: "one", ms: 1, passed: false }] })];
    expect(planTests(mutant, "now", coverage, 1000).files).toEqual([]);
  });

  it("tries the tests beside it when none is known to reach it", () => {
    const beside = coverageOf("rules/src/a.test.ts", { sources: {} });
    const far = coverageOf("server/a.test.ts", { sources: {} });
    const plan = planTests(mutant, "now", [beside, far], 1000);
    expect(plan.covered).toBe(false);
    expect(plan.files.map(({ file }) => file)).toEqual(["rules/src/a.test.ts"]);
  });
});

it("turns what each test hit into the tests of each block", () => {
  const tests = ["one", "two"].map((name) => ({ name, ms: 1, passed: true }));
  const hits = { always: ["a.ts#0"], tests: { one: ["a.ts#1", "a.ts#2"], two: ["a.ts#2", "b.ts#0"] } };
  expect(groupTestsByBlock(hits, tests, new Map([["a.ts", "x"]]))).toEqual({
    "a.ts": { digest: "x", blocks: { 0: "all", 1: [0], 2: [0, 1] } },
    "b.ts": { digest: "", blocks: { 0: [1] } },
  });
});

it("draws the same ones with the same seed, others with another", () => {
  const values = Array.from({ length: 100 }, (_, at) => at);
  expect(drawSample(values, 10, 1)).toEqual(drawSample(values, 10, 1));
  expect(drawSample(values, 10, 1)).not.toEqual(drawSample(values, 10, 2));
  expect(new Set(drawSample(values, 1000, 1)).size).toBe(100);
});
