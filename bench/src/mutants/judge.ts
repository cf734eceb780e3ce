import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { read } from "./areas.ts";
import { type TestFileCoverage, digestOf } from "./coverage.ts";
import type { KeptVerdicts } from "./kept-verdicts.ts";
import { type Mutant, type Verdict, applyChange } from "./mutant.ts";
import { failureOf } from "./orders.ts";
import { type PlannedFile, beyond, planFor } from "./plan.ts";
import { RunnerProcess } from "./runner-process.ts";
import { copyTree } from "./tree-copy.ts";

interface Work {
  coverage: readonly TestFileCoverage[];
  workers: number;
  budgetMs: number;
  /** When to stop although mutants are left. */
  until: number;
  kept: KeptVerdicts;
  onVerdict: (verdict: Verdict) => void;
}

/** A survivor gets tests of other folders for so many times the budget once every mutant had its turn. */
const secondBudget = 3;

/**
 * Inserts each mutant into a copy of the tree and runs the tests that reach it, until one fails. Survivors get a second turn with
 * the tests that did not fit into the budget.
 */
export async function judge(root: string, mutants: readonly Mutant[], work: Work): Promise<void> {
  const queue = [...mutants];
  const survivors: Mutant[] = [];
  await Promise.all(
    Array.from({ length: work.workers }, async () => drain(root, { queue, survivors }, work)),
  );
}

async function drain(
  root: string,
  { queue, survivors }: { queue: Mutant[]; survivors: Mutant[] },
  work: Work,
): Promise<void> {
  const { coverage, budgetMs, kept, onVerdict } = work;
  const copy = copyTree(root);
  const bench = new Bench(copy.root);
  const next = () => (Date.now() < work.until ? queue.shift() : undefined);
  const nextSurvivor = () => (Date.now() < work.until ? survivors.shift() : undefined);
  try {
    for (let mutant = next(); mutant !== undefined; mutant = next()) {
      const source = read(root, mutant.file);
      const digest = digestOf(source);
      let verdict = kept.find(mutant, digest);
      if (verdict === undefined) {
        const { files, covered } = planFor(mutant, digest, coverage, budgetMs);
        const noticed = await bench.try(mutant, source, files);
        verdict = { mutant, outcome: covered ? "survived" : "uncovered", ...noticed };
        if (noticed === undefined && covered) survivors.push(mutant);
        else kept.keep(verdict, digest);
      }
      onVerdict(verdict);
    }
    for (let mutant = nextSurvivor(); mutant !== undefined; mutant = nextSurvivor()) {
      const source = read(root, mutant.file);
      const digest = digestOf(source);
      const first = planFor(mutant, digest, coverage, budgetMs);
      const second = planFor(mutant, digest, coverage, budgetMs * secondBudget, "quickest");
      const noticed = await bench.try(mutant, source, beyond(second.files, first.files));
      const verdict: Verdict = { mutant, outcome: "survived", ...noticed };
      kept.keep(verdict, digest);
      if (noticed !== undefined) onVerdict(verdict);
    }
  } finally {
    bench.stop();
    copy.remove();
  }
}

/** On a busy machine a test that fails so much later than it usually passes may have failed for want of time. */
const doubtfulMs = 4000;

/** A copy of the tree with a runner for it. */
class Bench {
  readonly #root: string;
  readonly #runner: RunnerProcess;
  /** Written since the runner last ran. */
  readonly #changed = new Set<string>();

  constructor(root: string) {
    this.#root = root;
    this.#runner = new RunnerProcess(root, "judge-setup.ts");
  }

  /** Runs the tests with the mutant in its place until one notices it; undefined when none does. */
  async try(
    mutant: Mutant,
    source: string,
    files: readonly PlannedFile[],
  ): Promise<Pick<Verdict, "outcome" | "by"> | undefined> {
    try {
      for (const { file, tests, ms } of files) {
        this.#write(mutant.file, applyChange(source, mutant));
        const started = performance.now();
        const limitMs = ms * 4 + 30_000;
        const answer = await this.#run(file, tests, limitMs);
        if (answer === undefined) return { outcome: "timeout", by: file };
        const by = failureOf(answer);
        if (by === undefined) continue;
        if (performance.now() - started < ms + doubtfulMs) return { outcome: "killed", by };
        // Counts only when the same tests pass without the mutant.
        this.#write(mutant.file, source);
        const again = await this.#run(file, tests, limitMs);
        if (again !== undefined && failureOf(again) === undefined) return { outcome: "killed", by };
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
