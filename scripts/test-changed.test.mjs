import { expect, it } from "vitest";
import { budget, planTests } from "./test-changed.mjs";

it("a changed rule runs the tests of what imports it, the closest first, and names the rest", () => {
  const { tests, later, formatted, linted } = planTests(["rules/src/votes.ts", "docs/rules.md"], new Map());
  expect(formatted).toEqual(["rules/src/votes.ts", "docs/rules.md"]);
  expect(linted).toEqual(["rules/src/votes.ts"]);
  expect(tests.length).toBeGreaterThan(0);
  expect([...tests, ...later]).toContain("server/src/features/votes/limit.test.ts");
});

it("a changed test comes before everything that it affects, and no more tests are run than fit into a minute", () => {
  const changed = ["server/src/db/database.test.ts", "server/src/testing/databases/test-engines.ts"];
  const slow = new Map([["server/src/cli/admin-cli.slow.test.ts", budget - 10]]);
  const { tests, later } = planTests(changed, slow);
  expect(tests[0]).toBe("server/src/db/database.test.ts");
  expect(later.length).toBeGreaterThan(0);
  const sum = tests.reduce((seconds, file) => seconds + (slow.get(file) ?? 6), 0);
  expect(sum).toBeLessThanOrEqual(budget);
});

it("a changed screen names its browser tests, and so does what a browser test imports", () => {
  expect(planTests(["web/src/features/exports/DownloadPanel.tsx"], new Map()).specs).toContain("exports");
  expect(planTests(["e2e/support/shared-board.ts"], new Map()).specs).toContain("keyboard");
  expect(planTests(["web/index.html"], new Map()).specs).toContain("base-path");
});

it("nothing changed, nothing to run", () => {
  expect(planTests([], new Map())).toEqual({
    formatted: [],
    linted: [],
    tests: [],
    later: [],
    specs: [],
    deploy: false,
  });
});

it("the tests of the artefact are named for what it is made of, and are no unit tests", () => {
  const plan = planTests(["deploy/test/artefact.test.mjs"], new Map());
  expect([plan.deploy, plan.tests]).toEqual([true, []]);
  expect(planTests(["rules/src/votes.ts"], new Map()).deploy).toBe(false);
});
