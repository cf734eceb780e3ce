import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { areas, listSourceFiles, readSource, listTestFiles } from "../mutants/areas.ts";
import { collectCoverage } from "../mutants/collect-coverage.ts";
import { ResultCache } from "../mutants/result-cache.ts";
import { testMutants } from "../mutants/test-mutants.ts";
import { type Mutant, type MutantResult, describeMutant } from "../mutants/mutant.ts";
import { createMutants } from "../mutants/mutant-generator.ts";
import { drawSample } from "../mutants/sample.ts";
import type { Part, Measurement } from "../measurement.ts";
import { root as ownRoot } from "../server-process.ts";

/** Files that are kept from run to run. */
const cacheFolder = join(ownRoot, ".build/mutants");

/** This many mutants of each area take about half an hour on two cores. */
const usualSample = 60;
const quickSample = 5;

/** Inserts small faults into the sources, one at a time, and counts those that a test notices. */
export const runMutants: Part = async ({ quick, options }) => {
  // After an interrupt the handlers of "exit" still end the runners and remove the copies.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
  const workers = readNumberOption(options, "workers") ?? availableParallelism();
  const minutes = readNumberOption(options, "minutes");
  const until = minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000;
  const root = resolve(options.get("tree") ?? ownRoot);
  const seed = readNumberOption(options, "seed") ?? 1;
  const asked = options.get("area");
  if (asked !== undefined && !(asked in areas))
    throw new Error(`There is no area "${asked}": ${Object.keys(areas).join(", ")}.`);
  const count = options.has("all")
    ? Number.POSITIVE_INFINITY
    : (readNumberOption(options, "sample") ?? (quick ? quickSample : usualSample));
  const rows: Measurement[] = [];
  for (const area of asked === undefined ? Object.keys(areas) : [asked]) {
    const coverage = await collectCoverage(root, listTestFiles(root, area), {
      workers,
      reuse: options.has("reuse"),
      store: join(cacheFolder, "coverage.json"),
    });
    const kept = new ResultCache(join(cacheFolder, `${area}.json`), coverage);
    const all = listSourceFiles(root, area).flatMap((file) => createMutants(file, readSource(root, file)));
    const drawn = drawSample(all, count, seed);
    // A survivor may get another verdict in its second turn.
    const byMutant = new Map<Mutant, MutantResult>();
    const onVerdict = (verdict: MutantResult) => {
      byMutant.set(verdict.mutant, verdict);
      const by = verdict.by === undefined ? "" : ` (${verdict.by})`;
      console.error(
        `${byMutant.size}/${drawn.length} ${verdict.outcome}: ${describeMutant(verdict.mutant)}${by}`,
      );
    };
    await testMutants(root, drawn, {
      coverage,
      workers,
      budgetMs: (readNumberOption(options, "budget") ?? 60) * 1000,
      until,
      cache: kept,
      onVerdict,
    });
    const verdicts = [...byMutant.values()];
    rows.push(toMeasurement(area, all.length, verdicts));
    printSurvivors(area, verdicts);
  }
  return rows;
};

function readNumberOption(options: ReadonlyMap<string, string>, name: string): number | undefined {
  const value = options.get(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} takes a whole number from 1 on.`);
  return number;
}

function toMeasurement(area: string, all: number, verdicts: readonly MutantResult[]): Measurement {
  const noticed = verdicts.filter(({ outcome }) => outcome === "killed" || outcome === "timeout").length;
  return {
    label: `${area}: ${noticed} of ${verdicts.length} noticed (${all} in all)`,
    unit: "%",
    value: (100 * noticed) / verdicts.length,
    aim: areas[area]?.aim ?? "",
    detail: verdicts.map(({ mutant, outcome, by }) => ({ outcome, by, ...mutant })),
  };
}

function printSurvivors(area: string, verdicts: readonly MutantResult[]): void {
  const survivors = verdicts.filter(({ outcome }) => outcome === "survived" || outcome === "uncovered");
  console.log(`\n${area}: ${survivors.length} not noticed`);
  const lines = survivors.map(
    ({ mutant, outcome }) =>
      `  ${describeMutant(mutant)}${outcome === "uncovered" ? " (no test reaches it)" : ""}`,
  );
  for (const line of lines.toSorted()) console.log(line);
}
