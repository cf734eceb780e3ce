import type { TestFileCoverage } from "./coverage.ts";
import type { Mutant } from "./mutant.ts";

/** A test file for one mutant, and how long it takes without one. */
export interface PlannedFile {
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
export function planFor(
  mutant: Mutant,
  digest: string,
  coverage: readonly TestFileCoverage[],
  budgetMs: number,
  order: "nearest" | "quickest" = "nearest",
): { files: PlannedFile[]; covered: boolean } {
  const reaching = coverage.flatMap((entry) => {
    const tests = testsReaching(mutant, digest, entry);
    return tests.length > 0 ? [planned(entry, tests)] : [];
  });
  const folder = mutant.file.slice(0, mutant.file.lastIndexOf("/") + 1);
  const beside = () =>
    coverage.filter(({ file }) => file.startsWith(folder)).map((entry) => planned(entry, entry.tests));
  const candidates = (reaching.length > 0 ? reaching : beside()).toSorted(
    (a, b) =>
      (order === "nearest" ? nearness(mutant.file, b.file) - nearness(mutant.file, a.file) : 0) ||
      a.ms - b.ms,
  );
  return { files: withinBudget(candidates, budgetMs), covered: reaching.length > 0 };
}

/** What a plan with a larger budget has beyond another one of the same mutant. */
export function beyond(larger: readonly PlannedFile[], plan: readonly PlannedFile[]): PlannedFile[] {
  const ran = new Map(plan.map(({ file, tests }) => [file, new Set(tests)]));
  return larger.flatMap(({ file, tests, ms }) => {
    const left = tests.filter((test) => !ran.get(file)?.has(test));
    return left.length > 0 ? [{ file, tests: left, ms }] : [];
  });
}

function testsReaching(mutant: Mutant, digest: string, { sources, tests }: TestFileCoverage) {
  const source = sources[mutant.file];
  if (source === undefined) return [];
  // What runs at the top level of a module runs for every test that loads it.
  if (source.digest !== digest || mutant.block < 0) return tests;
  const places = source.blocks[mutant.block];
  return places === "all" ? tests : (places ?? []).flatMap((at) => tests[at] ?? []);
}

function planned(
  { file, startMs }: TestFileCoverage,
  tests: TestFileCoverage["tests"],
): PlannedFile & { parts: number[] } {
  const sound = tests.filter(({ passed }) => passed).toSorted((a, b) => a.ms - b.ms);
  const parts = sound.map(({ ms }) => ms);
  return {
    file,
    tests: sound.map(({ name }) => name),
    ms: startMs + parts.reduce((sum, ms) => sum + ms, 0),
    parts,
  };
}

/** Takes file after file; of a file that is too slow for what is left, its quickest tests. */
function withinBudget(
  files: readonly (PlannedFile & { parts: number[] })[],
  budgetMs: number,
): PlannedFile[] {
  let left = budgetMs;
  const taken: PlannedFile[] = [];
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
function nearness(a: string, b: string): number {
  const [left, right] = [a.split("/"), b.split("/")];
  let shared = 0;
  while (shared < left.length && left[shared] === right[shared]) shared += 1;
  return shared;
}
