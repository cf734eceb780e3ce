import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { areas, listSourceFiles, readSource } from "./areas.ts";
import { insertCounters } from "./blocks.ts";
import { type BlockHits, type TestFileCoverage, computeDigest, groupTestsByBlock } from "./coverage.ts";
import { TestRunnerProcess } from "./test-runner.ts";
import { copyRepository } from "./repository-copy.ts";

/** A test file that takes longer without a mutant is left out. */
const testFileLimitMs = 240_000;

/**
 * The coverage of test files: kept from earlier runs, or collected by a run with counters.
 *
 * @param store the file that keeps the coverage from run to run
 * @param reuse keeps coverage of older sources, which selects more tests than necessary
 */
export async function collectCoverage(
  root: string,
  wanted: readonly string[],
  { workers, reuse, store }: { workers: number; reuse: boolean; store: string },
): Promise<TestFileCoverage[]> {
  const kept = existsSync(store) ? (JSON.parse(readFileSync(store, "utf8")) as TestFileCoverage[]) : [];
  const sources = Object.keys(areas).flatMap((area) => listSourceFiles(root, area));
  const digests = new Map(sources.map((file) => [file, computeDigest(readSource(root, file))]));
  const known = new Map<string, TestFileCoverage>();
  for (const entry of kept) if (isFresh(entry, root, digests, reuse)) known.set(entry.file, entry);
  const missing = wanted.filter((file) => !known.has(file));
  if (missing.length > 0) {
    console.error(`Coverage of ${missing.length} test files…`);
    const save = (entry: TestFileCoverage) => {
      known.set(entry.file, entry);
      mkdirSync(dirname(store), { recursive: true });
      writeFileSync(store, JSON.stringify([...known.values()]));
    };
    await Promise.all(
      Array.from({ length: workers }, async () =>
        collectFromQueue(root, { sources, digests, queue: missing, save }),
      ),
    );
  }
  return wanted.flatMap((file) => known.get(file) ?? []);
}

function isFresh(
  entry: TestFileCoverage,
  root: string,
  digests: ReadonlyMap<string, string>,
  reuse: boolean,
): boolean {
  if (!existsSync(join(root, entry.file)) || entry.digest !== computeDigest(readSource(root, entry.file)))
    return false;
  return reuse || Object.entries(entry.sources).every(([file, { digest }]) => digests.get(file) === digest);
}

interface CoverageWork {
  sources: readonly string[];
  digests: ReadonlyMap<string, string>;
  /** Shared by the workers. */
  queue: string[];
  save: (entry: TestFileCoverage) => void;
}

async function collectFromQueue(
  root: string,
  { sources, digests, queue, save }: CoverageWork,
): Promise<void> {
  const copy = copyRepository(root);
  const folder = join(copy.root, "tmp/coverage");
  for (const file of sources)
    writeFileSync(join(copy.root, file), insertCounters(file, readSource(root, file)));
  const runner = new TestRunnerProcess(copy.root, "coverage-setup.ts", { MUTANT_COVERAGE: folder });
  try {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const answer = await runner.run({ changed: [], files: [{ file }] }, testFileLimitMs);
      const seen = answer?.files.find((one) => one.file === file);
      const tests = (seen?.tests ?? [])
        .filter(({ state }) => state === "passed" || state === "failed")
        .map(({ name, state, ms }) => ({ name, ms, passed: state === "passed" }));
      const failed = tests.filter(({ passed }) => !passed);
      for (const { name } of failed)
        console.error(`Left out, as it fails without a mutant: ${file} > ${name}`);
      if (tests.length === 0) console.error(`Left out, as no test of it ran: ${file}`);
      save({
        file,
        digest: computeDigest(readSource(root, file)),
        startMs: seen?.startMs ?? 0,
        tests,
        sources: groupTestsByBlock(readHits(folder, join(copy.root, file)), tests, digests),
      });
    }
  } finally {
    runner.stop();
    copy.remove();
  }
}

function readHits(folder: string, file: string): BlockHits {
  const report = join(folder, `${encodeURIComponent(file)}.json`);
  return existsSync(report)
    ? (JSON.parse(readFileSync(report, "utf8")) as BlockHits)
    : { always: [], tests: {} };
}
