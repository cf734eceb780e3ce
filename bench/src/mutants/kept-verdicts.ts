import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type TestFileCoverage, digestOf } from "./coverage.ts";
import type { Mutant, Outcome, Verdict } from "./mutant.ts";

interface Kept {
  outcome: Outcome;
  by?: string | undefined;
  /** What the verdict depends on: the test file that noticed the mutant, or all that did not. */
  tests: string;
}

/** Verdicts of earlier runs, which hold as long as the mutated file and the tests behind them are the same. */
export class KeptVerdicts {
  readonly #path: string;
  readonly #kept: Record<string, Kept>;
  readonly #digests: ReadonlyMap<string, string>;
  readonly #all: string;

  constructor(path: string, coverage: readonly TestFileCoverage[]) {
    this.#path = path;
    this.#kept = existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, Kept>) : {};
    this.#digests = new Map(coverage.map(({ file, digest }) => [file, digest]));
    this.#all = digestOf(coverage.map(({ file, digest }) => `${file} ${digest}`).join("\n"));
  }

  /** The verdict on a mutant of this version of its file, where it still holds. */
  find(mutant: Mutant, digest: string): Verdict | undefined {
    const kept = this.#kept[keyOf(mutant, digest)];
    if (kept === undefined || kept.tests !== this.#testsBehind(kept.by)) return undefined;
    return { mutant, outcome: kept.outcome, by: kept.by };
  }

  keep({ mutant, outcome, by }: Verdict, digest: string): void {
    this.#kept[keyOf(mutant, digest)] = { outcome, by, tests: this.#testsBehind(by) };
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify(this.#kept));
  }

  #testsBehind(by: string | undefined): string {
    const file = by?.split(/ > |: /)[0];
    return (file === undefined ? undefined : this.#digests.get(file)) ?? this.#all;
  }
}

function keyOf({ file, start, end, replacement }: Mutant, digest: string): string {
  return digestOf([file, digest, start, end, replacement].join("\n"));
}
