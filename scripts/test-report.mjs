import { existsSync, readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { root } from "./process.mjs";

/**
 * The tests in a report of Vitest (its JSON reporter).
 * @returns `{ file, name, seconds, outcome }` of each test; outcome is "passed", "failed" or "skipped"
 */
export function readUnitTests(path) {
  return (read(path)?.testResults ?? []).flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName, duration, status }) => ({
      file: relative(root, file).split(sep).join("/"),
      name: fullName,
      seconds: (duration ?? 0) / 1000,
      outcome: status === "passed" || status === "failed" ? status : "skipped",
    })),
  );
}

/** The tests in a report of Playwright (its JSON reporter), in the form of `readUnitTests`. A test that passed only on a retry counts as failed. */
export function readBrowserTests(path) {
  const outcomes = { expected: "passed", unexpected: "failed", flaky: "failed", skipped: "skipped" };
  const inside = ({ suites = [], specs = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests.map(({ projectName, results, status }) => ({
        file: `e2e/${file}`,
        name: `${title} (${projectName})`,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        outcome: outcomes[status],
      })),
    ),
    ...suites.flatMap(inside),
  ];
  return inside(read(path) ?? {});
}

/** How many tests had each outcome. */
export function countOutcomes(tests) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { outcome } of tests) counts[outcome] += 1;
  return counts;
}

/** How long each file of a report of Vitest took, in seconds, by its path from the root. */
export function readFileSeconds(path) {
  const sums = new Map();
  for (const { file, seconds } of readUnitTests(path)) sums.set(file, (sums.get(file) ?? 0) + seconds);
  return sums;
}

/** Prints the tests that took longest. */
export function printSlowest(tests, count = 20) {
  const slowest = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
  console.log(`\nslowest ${slowest.length} tests`);
  for (const { file, name, seconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}: ${name.slice(0, 110)}`);
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
