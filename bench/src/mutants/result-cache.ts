import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type TestFileCoverage, computeDigest } from "./coverage.ts";
import type { Mutant, Outcome, MutantResult } from "./mutant.ts";

interface CachedResult {
  outcome: Outcome;
  by?: string | undefined;
  /** What the verdict depends on: the test file that noticed the mutant, or all files that did not. */
  tests: string;
}

/** Verdicts of earlier runs. A verdict is valid while the mutated file and its tests do not change. */
export class ResultCache {
  readonly #path: string;
  readonly #results: Record<string, CachedResult>;
  readonly #digests: ReadonlyMap<string, string>;
  readonly #allDigest: string;

  constructor(path: string, coverage: readonly TestFileCoverage[]) {
    this.#path = path;
    this.#results = existsSync(path)
      ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, CachedResult>)
      : {};
    this.#digests = new Map(coverage.map(({ file, digest }) => [file, digest]));
    this.#allDigest = computeDigest(coverage.map(({ file, digest }) => `${file} ${digest}`).join("\n"));
  }

  /** The verdict on a mutant of this version of its file, if it is still valid. */
  find(mutant: Mutant, digest: string): MutantResult | undefined {
    const kept = this.#results[cacheKey(mutant, digest)];
    if (kept === undefined || kept.tests !== this.#digestOfTests(kept.by)) return undefined;
    return { mutant, outcome: kept.outcome, by: kept.by };
  }

  store({ mutant, outcome, by }: MutantResult, digest: string): void {
    this.#results[cacheKey(mutant, digest)] = { outcome, by, tests: this.#digestOfTests(by) };
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify(this.#results));
  }

  #digestOfTests(by: string | undefined): string {
    const file = by?.split(/ > |: /)[0];
    return (file === undefined ? undefined : this.#digests.get(file)) ?? this.#allDigest;
  }
}

function cacheKey({ file, start, end, replacement }: Mutant, digest: string): string {
  return computeDigest([file, digest, start, end, replacement].join("\n"));
}
