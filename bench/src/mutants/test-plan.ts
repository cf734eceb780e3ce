import type { TestFileCoverage } from "./coverage.ts";
import type { Mutant } from "./mutant.ts";

/** A test file for one mutant, and how long it takes without one. */
export interface PlannedTestFile {
  file: string;
  tests: string[];
  ms: number;
}

/**
 * The tests that reach a mutant, as many as fit in the budget: those of the nearest folder first, which notice
 * most mutants, or else the quickest, so that most files are tried. Where the counters saw none, the tests of the
 * same folder: worker threads and processes do not report what they reach.
 *
 * @param digest the mutated file's digest; where a test file's coverage is of another version, the whole test
 * file counts as reaching it
 * @param budgetMs what the chosen tests may take together without a mutant
 */
export function planTests(
  mutant: Mutant,
  digest: string,
  coverage: readonly TestFileCoverage[],
  budgetMs: number,
  order: "nearest" | "quickest" = "nearest",
): { files: PlannedTestFile[]; covered: boolean } {
  const reaching = coverage.flatMap((entry) => {
    const tests = findReachingTests(mutant, digest, entry);
    return tests.length > 0 ? [planFile(entry, tests)] : [];
  });
  const folder = mutant.file.slice(0, mutant.file.lastIndexOf("/") + 1);
  const beside = () =>
    coverage.filter(({ file }) => file.startsWith(folder)).map((entry) => planFile(entry, entry.tests));
  const candidates = (reaching.length > 0 ? reaching : beside()).toSorted(
    (a, b) =>
      (order === "nearest"
        ? countSharedFolders(mutant.file, b.file) - countSharedFolders(mutant.file, a.file)
        : 0) || a.ms - b.ms,
  );
  return { files: fitBudget(candidates, budgetMs), covered: reaching.length > 0 };
}

/** The tests of a plan with a larger budget that are missing in a smaller plan for the same mutant. */
export function subtractPlan(
  larger: readonly PlannedTestFile[],
  plan: readonly PlannedTestFile[],
): PlannedTestFile[] {
  const ran = new Map(plan.map(({ file, tests }) => [file, new Set(tests)]));
  return larger.flatMap(({ file, tests, ms }) => {
    const left = tests.filter((test) => !ran.get(file)?.has(test));
    return left.length > 0 ? [{ file, tests: left, ms }] : [];
  });
}

function findReachingTests(mutant: Mutant, digest: string, { sources, tests }: TestFileCoverage) {
  const source = sources[mutant.file];
  if (source === undefined) return [];
  // What runs at the top level of a module runs for every test that loads it.
  if (source.digest !== digest || mutant.block < 0) return tests;
  const places = source.blocks[mutant.block];
  return places === "all" ? tests : (places ?? []).flatMap((at) => tests[at] ?? []);
}

function planFile(
  { file, startMs }: TestFileCoverage,
  tests: TestFileCoverage["tests"],
): PlannedTestFile & { parts: number[] } {
  const passingTests = tests.filter(({ passed }) => passed).toSorted((a, b) => a.ms - b.ms);
  const parts = passingTests.map(({ ms }) => ms);
  return {
    file,
    tests: passingTests.map(({ name }) => name),
    ms: startMs + parts.reduce((sum, ms) => sum + ms, 0),
    parts,
  };
}

/** Takes file after file. If a file is too slow for the rest of the budget, takes its quickest tests. */
function fitBudget(
  files: readonly (PlannedTestFile & { parts: number[] })[],
  budgetMs: number,
): PlannedTestFile[] {
  let left = budgetMs;
  const taken: PlannedTestFile[] = [];
  for (const { file, tests, ms, parts } of files) {
    if (tests.length === 0) continue;
    let rest = ms;
    let count = tests.length;
    while (count > 1 && rest > left) rest -= parts[(count -= 1)] ?? 0;
    if (rest > left && taken.length > 0) continue;
    taken.push({ file, tests: tests.slice(0, count), ms: rest });
    left -= rest;
  }
  return taken;
}

/** How many folders two paths have in common, from the root. */
function countSharedFolders(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared += 1;
  return shared;
}
