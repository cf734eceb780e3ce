import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { read } from "./areas.ts";
import { type TestFileCoverage, digestOf } from "./coverage.ts";
import type { KeptVerdicts } from "./kept-verdicts.ts";
import { type Mutant, type Outcome, type Verdict, applyChange } from "./mutant.ts";
import { failureOf } from "./orders.ts";
import { planFor } from "./plan.ts";
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

/** Inserts each mutant into a copy of the tree and runs the tests that reach it, until one fails. */
export async function judge(root: string, mutants: readonly Mutant[], work: Work): Promise<void> {
  const queue = [...mutants];
  await Promise.all(Array.from({ length: work.workers }, async () => drain(root, queue, work)));
}

async function drain(root: string, queue: Mutant[], work: Work): Promise<void> {
  const { coverage, budgetMs, kept, onVerdict } = work;
  const copy = copyTree(root);
  const runner = new RunnerProcess(copy.root);
  let touched: string[] = [];
  try {
    for (
      let mutant = queue.shift();
      mutant !== undefined && Date.now() < work.until;
      mutant = queue.shift()
    ) {
      const source = read(root, mutant.file);
      const digest = digestOf(source);
      const known = kept.find(mutant, digest);
      if (known !== undefined) {
        onVerdict(known);
        continue;
      }
      const { files, covered } = planFor(mutant, digest, coverage, budgetMs);
      writeFileSync(join(copy.root, mutant.file), applyChange(source, mutant));
      let changed = [...new Set([...touched, mutant.file])];
      let outcome: Outcome = covered ? "survived" : "uncovered";
      let by: string | undefined;
      for (const { file, tests, ms } of files) {
        const answer = await runner.run({ changed, files: [{ file, tests }] }, ms * 4 + 30_000);
        changed = [];
        by = answer === undefined ? file : failureOf(answer);
        if (by === undefined) continue;
        outcome = answer === undefined ? "timeout" : "killed";
        break;
      }
      writeFileSync(join(copy.root, mutant.file), source);
      touched = [mutant.file];
      const verdict = { mutant, outcome, by };
      kept.keep(verdict, digest);
      onVerdict(verdict);
    }
  } finally {
    runner.stop();
    copy.remove();
  }
}
