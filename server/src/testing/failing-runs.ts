import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";

/** In the folder of the test reports, which is not in the repository. */
const folder = join(import.meta.dirname, "../../../.build/failing");

interface KeptRun<Step> {
  seed: number;
  steps: Step[];
}

interface Options {
  /** Names the file that keeps a failure: letters, digits and dashes. */
  name: string;
  runs: number;
  /** How long the shortening of a failing run may take. */
  shrinkMs?: number;
}

/**
 * Checks that random runs of steps pass. A failure is printed with its seed and the shortest run found, and
 * kept in `.build/failing`: the next call tries it first, and deletes it once it passes. `FC_SEED` sets the
 * seed.
 * @param runs generates runs; each step must survive JSON
 * @param check does a run on a fresh board
 * @throws Error with the report
 */
export async function checkRuns<Step>(
  { name, runs, shrinkMs = Number(process.env["FUZZ_SHRINK_MS"] ?? 20_000) }: Options,
  run: fc.Arbitrary<Step[]>,
  check: (steps: readonly Step[]) => Promise<void>,
): Promise<void> {
  const file = join(folder, `${name}.json`);
  if (existsSync(file)) {
    const kept = JSON.parse(readFileSync(file, "utf8")) as KeptRun<Step>;
    const error = await failureOf(check, kept.steps);
    if (error !== null) throw report(name, kept, error);
    rmSync(file);
  }
  const seed = fc.readConfigureGlobal().seed ?? Math.trunc(Math.random() * 2 ** 31);
  const { counterexample } = await fc.check(fc.asyncProperty(run, check), {
    numRuns: runs,
    seed,
    // The code below shortens the run by leaving out steps; other shrinking would not make it easier to read.
    endOnFailure: true,
  });
  if (counterexample === null) return;
  const { steps, error } = await shortenRun(counterexample[0], check, shrinkMs);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ seed, steps }, null, 1)}\n`);
  throw report(name, { seed, steps }, error);
}

async function failureOf<Step>(
  check: (steps: readonly Step[]) => Promise<void>,
  steps: readonly Step[],
): Promise<Error | null> {
  try {
    await check(steps);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Leaves out steps, first many at a time and finally one, as long as the run still fails. */
async function shortenRun<Step>(
  failing: readonly Step[],
  check: (steps: readonly Step[]) => Promise<void>,
  shrinkMs: number,
): Promise<{ steps: readonly Step[]; error: Error }> {
  const until = performance.now() + shrinkMs;
  let steps = failing;
  let error = await failureOf(check, steps);
  for (
    let size = Math.ceil(steps.length / 2);
    error !== null && size >= 1;
    size = size > 1 ? Math.ceil(size / 2) : 0
  )
    // Start from the end: the steps after the failing one are left out first.
    for (let from = steps.length - size; from > -size && performance.now() < until; from -= size) {
      const fewer = steps.toSpliced(Math.max(0, from), size);
      const again = fewer.length === 0 ? null : await failureOf(check, fewer);
      if (again !== null) [steps, error] = [fewer, again];
    }
  return { steps, error: error ?? new Error("the run passed when it was done again") };
}

function report(name: string, kept: { seed: number; steps: readonly unknown[] }, cause: Error): Error {
  return new Error(
    `${name} failed with seed ${kept.seed}; kept in .build/failing/${name}.json\n` +
      `${kept.steps.map((step) => shortLine(JSON.stringify(step))).join("\n")}\n${cause.message}`,
    { cause },
  );
}

/** A step may hold a body of a megabyte; the file keeps all of it. */
function shortLine(line: string): string {
  return line.length > 1000 ? `${line.slice(0, 1000)}… (${line.length} characters)` : line;
}
