import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import {
  readBrowserTests,
  countOutcomes,
  readFailedPages,
  readFileSeconds,
  readUnitTests,
} from "./test-report.mjs";
import { root } from "./process.mjs";

function report(content) {
  const folder = mkdtempSync(join(tmpdir(), "retro-report-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

it("a browser test that passed only when tried again is unsteady", () => {
  const test = (status, ...durations) => ({
    projectName: "SQLite",
    status,
    results: durations.map((duration) => ({ duration })),
  });
  const specs = [
    { file: "live-updates.spec.ts", title: "one", tests: [test("expected", 1000)] },
    { file: "live-updates.spec.ts", title: "two", tests: [test("flaky", 1000, 500), test("skipped")] },
  ];
  const tests = readBrowserTests(report({ suites: [{ specs: [], suites: [{ specs }] }] }));
  expect(tests).toContainEqual({
    file: "e2e/live-updates.spec.ts",
    name: "two (SQLite)",
    seconds: 1.5,
    outcome: "unsteady",
  });
  expect(countOutcomes(tests)).toEqual({ passed: 1, failed: 0, skipped: 1, unsteady: 1 });
});

it("the page of a failed browser test is read from its file, up to a number of lines", () => {
  const context = report("");
  writeFileSync(
    context,
    "# Error details\n\n```yaml\n- main:\n  - heading\n  - article\n```\n\n```ts\nconst code = 1;\n```\n",
  );
  const attachments = [
    { name: "screenshot", path: "nowhere.png" },
    { name: "error-context", path: context },
  ];
  const tests = [{ results: [{ attachments }] }];
  const specs = [
    { title: "fails", tests },
    { title: "passes", tests: [{ results: [{}] }] },
  ];
  const path = report({ suites: [{ specs }] });
  expect(readFailedPages(path)).toEqual([{ title: "fails", page: "- main:\n  - heading\n  - article" }]);
  expect(readFailedPages(path, 1)).toEqual([{ title: "fails", page: "- main:\n… 2 more lines" }]);
});

it("of a failed browser test that attaches its pages, each is read with its address", () => {
  const attach = (name, text) => ({ name, body: Buffer.from(text).toString("base64") });
  const attachments = [
    attach("page: /boards/1", "- main"),
    attach("page: /", "- banner"),
    { name: "error-context" },
  ];
  const specs = [{ file: "a.spec.ts", title: "fails", tests: [{ results: [{ attachments }] }] }];
  expect(readFailedPages(report({ suites: [{ specs }] }))).toEqual([
    { title: "fails · /boards/1", page: "- main" },
    { title: "fails · /", page: "- banner" },
  ]);
});

it("unit tests are named by their path from the root, and their files' times are sums", () => {
  const test = (status, duration) => ({ fullName: "it works", status, duration });
  const path = report({
    testResults: [
      {
        name: join(root, "rules/src/timer.test.ts"),
        assertionResults: [test("passed", 1500), test("failed", 500), test("pending")],
      },
    ],
  });
  expect(readUnitTests(path).map(({ file, outcome }) => [file, outcome])).toEqual([
    ["rules/src/timer.test.ts", "passed"],
    ["rules/src/timer.test.ts", "failed"],
    ["rules/src/timer.test.ts", "skipped"],
  ]);
  expect(readFileSeconds(path)).toEqual(new Map([["rules/src/timer.test.ts", 2]]));
});

it("a unit test file that fails before its first test counts as a failed test", () => {
  const file = { name: join(root, "rules/src/timer.test.ts"), status: "failed", assertionResults: [] };
  const path = report({
    testResults: [{ ...file, message: "Cannot find module 'x'\n    at timer.test.ts:1" }],
  });
  expect(readUnitTests(path)).toEqual([
    { file: "rules/src/timer.test.ts", name: "Cannot find module 'x'", seconds: 0, outcome: "failed" },
  ]);
});

it("a unit test file with a failed test counts that test only", () => {
  const failed = { fullName: "it works", status: "failed", duration: 5 };
  const file = { name: join(root, "rules/src/timer.test.ts"), status: "failed", message: "" };
  const path = report({ testResults: [{ ...file, assertionResults: [failed] }] });
  expect(countOutcomes(readUnitTests(path))).toEqual({ passed: 0, failed: 1, skipped: 0, unsteady: 0 });
});

it("no report is no tests", () => {
  expect([readUnitTests("/nowhere.json"), readBrowserTests("/nowhere.json")]).toEqual([[], []]);
});
