import { existsSync, readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import { root } from "./process.mjs";

/** A file that failed outside of its tests, such as in an import, counts as one failed test. */
export function readUnitTests(path) {
  return (read(path)?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name).split(sep).join("/");
    const tests = assertionResults.map(({ fullName, duration, status, failureMessages = [] }) => ({
      file,
      name: fullName,
      seconds: (duration ?? 0) / 1000,
      outcome: outcomeOf(status, failureMessages),
    }));
    const failedItself = status === "failed" && !tests.some(({ outcome }) => outcome === "failed");
    return failedItself
      ? [...tests, { file, name: firstLine(message), seconds: 0, outcome: "failed" }]
      : tests;
  });
}

function outcomeOf(status, failureMessages) {
  if (status === "passed") return failureMessages.length > 0 ? "unsteady" : "passed";
  return status === "failed" ? "failed" : "skipped";
}

function firstLine(text = "") {
  return text.split("\n")[0];
}

export function readBrowserTests(path) {
  const outcomes = { expected: "passed", unexpected: "failed", flaky: "unsteady", skipped: "skipped" };
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

/** What the pages showed when a test failed: in CI it is all that is left of a failure. */
export function readFailedPages(path, lines = 400) {
  const inside = ({ suites = [], specs = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .flatMap(({ results }) => results)
        .flatMap(({ attachments = [] }) => pagesOf(title, attachments))
        .map(({ page, ...each }) => ({ ...each, page: shorten(page, lines) })),
    ),
    ...suites.flatMap(inside),
  ];
  return inside(read(path) ?? {});
}

function pagesOf(title, attachments) {
  const own = attachments.filter(({ name }) => name.startsWith("page: "));
  if (own.length > 0)
    return own.map(({ name, body }) => ({
      title: `${title} · ${name.slice("page: ".length)}`,
      page: Buffer.from(body, "base64").toString(),
    }));
  return attachments
    .filter(({ name }) => name === "error-context")
    .map(({ path }) => ({ title, page: pageIn(readFileSync(path, "utf8")) }));
}

function pageIn(context) {
  return /```yaml\n([^]*?)\n```/.exec(context)?.[1] ?? "";
}

function shorten(text, lines) {
  const all = text.split("\n");
  return [...all.slice(0, lines), ...(all.length > lines ? [`… ${all.length - lines} more lines`] : [])].join(
    "\n",
  );
}

/** `unsteady`: passed at the second try. */
export function countOutcomes(tests) {
  const counts = { passed: 0, failed: 0, skipped: 0, unsteady: 0 };
  for (const { outcome } of tests) counts[outcome] += 1;
  return counts;
}

export function readFileSeconds(path) {
  const sums = new Map();
  for (const { file, seconds } of readUnitTests(path)) sums.set(file, (sums.get(file) ?? 0) + seconds);
  return sums;
}

export function printSlowest(tests, count = 20) {
  const slowest = tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
  console.log(`\nslowest ${slowest.length} tests`);
  for (const { file, name, seconds } of slowest)
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}: ${name.slice(0, 110)}`);
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
