import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readSource } from "./areas.ts";
import { type TestFileCoverage, computeDigest } from "./coverage.ts";
import type { ResultCache } from "./result-cache.ts";
import { type Mutant, type MutantResult, applyEdit } from "./mutant.ts";
import { findFailure } from "./runner-messages.ts";
import { type PlannedTestFile, subtractPlan, planTests } from "./test-plan.ts";
import { TestRunnerProcess } from "./test-runner.ts";
import { copyRepository } from "./repository-copy.ts";

interface MutantWork {
  coverage: readonly TestFileCoverage[];
  workers: number;
  budgetMs: number;
  /** When to stop even if mutants are left. */
  until: number;
  cache: ResultCache;
  onVerdict: (verdict: MutantResult) => void;
}

/** After every mutant had its turn, a survivor gets tests of other folders for this many times the budget. */
const secondBudgetFactor = 3;

/**
 * Inserts each mutant into a copy of the tree and runs the tests that reach it, until one fails. Survivors get a second turn with
 * the tests that did not fit into the budget.
 */
export async function testMutants(root: string, mutants: readonly Mutant[], work: MutantWork): Promise<void> {
  const queue = [...mutants];
  const survivors: Mutant[] = [];
  await Promise.all(
    Array.from({ length: work.workers }, async () => testQueue(root, { queue, survivors }, work)),
  );
}

async function testQueue(
  root: string,
  { queue, survivors }: { queue: Mutant[]; survivors: Mutant[] },
  work: MutantWork,
): Promise<void> {
  const { coverage, budgetMs, cache, onVerdict } = work;
  const copy = copyRepository(root);
  const tester = new MutantTester(copy.root);
  const next = () => (Date.now() < work.until ? queue.shift() : undefined);
  const nextSurvivor = () => (Date.now() < work.until ? survivors.shift() : undefined);
  try {
    for (let mutant = next(); mutant !== undefined; mutant = next()) {
      const source = readSource(root, mutant.file);
      const digest = computeDigest(source);
      let verdict = cache.find(mutant, digest);
      if (verdict === undefined) {
        const { files, covered } = planTests(mutant, digest, coverage, budgetMs);
        const noticed = await tester.test(mutant, source, files);
        verdict = { mutant, outcome: covered ? "survived" : "uncovered", ...noticed };
        if (noticed === undefined && covered) survivors.push(mutant);
        else cache.store(verdict, digest);
      }
      onVerdict(verdict);
    }
    for (let mutant = nextSurvivor(); mutant !== undefined; mutant = nextSurvivor()) {
      const source = readSource(root, mutant.file);
      const digest = computeDigest(source);
      const first = planTests(mutant, digest, coverage, budgetMs);
      const second = planTests(mutant, digest, coverage, budgetMs * secondBudgetFactor, "quickest");
      const noticed = await tester.test(mutant, source, subtractPlan(second.files, first.files));
      const verdict: MutantResult = { mutant, outcome: "survived", ...noticed };
      cache.store(verdict, digest);
      if (noticed !== undefined) onVerdict(verdict);
    }
  } finally {
    tester.stop();
    copy.remove();
  }
}

/** A test that fails this much later than it usually passes may have failed because the machine is busy. */
const lateFailureMs = 4000;

/** A copy of the tree with a runner for it. */
class MutantTester {
  readonly #root: string;
  readonly #runner: TestRunnerProcess;
  /** Written since the runner last ran. */
  readonly #changed = new Set<string>();

  constructor(root: string) {
    this.#root = root;
    this.#runner = new TestRunnerProcess(root, "judge-setup.ts");
  }

  /** Runs the tests with the mutant in its place until one notices it; undefined when none does. */
  async test(
    mutant: Mutant,
    source: string,
    files: readonly PlannedTestFile[],
  ): Promise<Pick<MutantResult, "outcome" | "by"> | undefined> {
    try {
      for (const { file, tests, ms } of files) {
        this.#write(mutant.file, applyEdit(source, mutant));
        const started = performance.now();
        const limitMs = ms * 4 + 30_000;
        const answer = await this.#run(file, tests, limitMs);
        if (answer === undefined) return { outcome: "timeout", by: file };
        const by = findFailure(answer);
        if (by === undefined) continue;
        if (performance.now() - started < ms + lateFailureMs) return { outcome: "killed", by };
        // Counts only when the same tests pass without the mutant.
        this.#write(mutant.file, source);
        const again = await this.#run(file, tests, limitMs);
        if (again !== undefined && findFailure(again) === undefined) return { outcome: "killed", by };
      }
      return undefined;
    } finally {
      this.#write(mutant.file, source);
    }
  }

  stop(): void {
    this.#runner.stop();
  }

  #write(file: string, content: string): void {
    writeFileSync(join(this.#root, file), content);
    this.#changed.add(file);
  }

  async #run(file: string, tests: readonly string[], limitMs: number) {
    const changed = [...this.#changed];
    this.#changed.clear();
    return this.#runner.run({ changed, files: [{ file, tests }] }, limitMs);
  }
}
