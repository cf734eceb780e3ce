import { createHash } from "node:crypto";

/** Which blocks a test file reaches in a run without mutants. */
export interface TestFileCoverage {
  file: string;
  /** The digest of the test file at that time. */
  digest: string;
  /** Time until the first test could run. */
  startMs: number;
  tests: { name: string; ms: number; passed: boolean }[];
  /** For each source file that it reached: the digest of that time, and by block number the indexes of the tests in `tests`. */
  sources: Record<string, { digest: string; blocks: Record<number, number[] | "all"> }>;
}

/** The output of the setup file of the coverage run: `<file>#<block>` by test. */
export interface BlockHits {
  always: string[];
  tests: Record<string, string[]>;
}

export function computeDigest(content: string): string {
  return createHash("sha256").update(content).digest("base64url").slice(0, 16);
}

/** Turns hits by test into tests by block. */
export function groupTestsByBlock(
  hits: BlockHits,
  tests: TestFileCoverage["tests"],
  digests: ReadonlyMap<string, string>,
): TestFileCoverage["sources"] {
  const sources: TestFileCoverage["sources"] = {};
  const blocksIn = (hit: string) => {
    const [file = "", block] = hit.split("#");
    sources[file] ??= { digest: digests.get(file) ?? "", blocks: {} };
    return { blocks: sources[file].blocks, block: Number(block) };
  };
  for (const [at, { name }] of tests.entries())
    for (const hit of hits.tests[name] ?? []) {
      const { blocks, block } = blocksIn(hit);
      const seen = (blocks[block] ??= []);
      if (seen !== "all") seen.push(at);
    }
  for (const hit of hits.always) {
    const { blocks, block } = blocksIn(hit);
    blocks[block] = "all";
  }
  return sources;
}
