import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { areas, filesOf, read, testsOf } from "../mutants/areas.ts";
import { collectCoverage } from "../mutants/collect.ts";
import { KeptVerdicts } from "../mutants/kept-verdicts.ts";
import { judge } from "../mutants/judge.ts";
import { type Mutant, type Verdict, describeMutant } from "../mutants/mutant.ts";
import { mutantsOf } from "../mutants/mutate.ts";
import { sample } from "../mutants/sample.ts";
import type { Part, Row } from "../row.ts";
import { root as ownRoot } from "../server.ts";

/** What is kept from run to run. */
const store = join(ownRoot, ".build/mutants");

/** This many mutants of each area take about half an hour on two cores. */
const usualSample = 60;
const quickSample = 5;

/** Inserts small faults into the sources, one at a time, and counts those that a test notices. */
export const mutants: Part = async ({ quick, options }) => {
  // After an interrupt the handlers of "exit" still end the runners and remove the copies.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130));
  const workers = numberOf(options, "workers") ?? availableParallelism();
  const minutes = numberOf(options, "minutes");
  const until = minutes === undefined ? Number.POSITIVE_INFINITY : Date.now() + minutes * 60_000;
  const root = resolve(options.get("tree") ?? ownRoot);
  const seed = numberOf(options, "seed") ?? 1;
  const asked = options.get("area");
  if (asked !== undefined && !(asked in areas))
    throw new Error(`There is no area "${asked}": ${Object.keys(areas).join(", ")}.`);
  const count = options.has("all")
    ? Number.POSITIVE_INFINITY
    : (numberOf(options, "sample") ?? (quick ? quickSample : usualSample));
  const rows: Row[] = [];
  for (const area of asked === undefined ? Object.keys(areas) : [asked]) {
    const coverage = await collectCoverage(root, testsOf(root, area), {
      workers,
      reuse: options.has("reuse"),
      store: join(store, "coverage.json"),
    });
    const kept = new KeptVerdicts(join(store, `${area}.json`), coverage);
    const all = filesOf(root, area).flatMap((file) => mutantsOf(file, read(root, file)));
    const drawn = sample(all, count, seed);
    // A survivor may get another verdict in its second turn.
    const byMutant = new Map<Mutant, Verdict>();
    const onVerdict = (verdict: Verdict) => {
      byMutant.set(verdict.mutant, verdict);
      const by = verdict.by === undefined ? "" : ` (${verdict.by})`;
      console.error(
        `${byMutant.size}/${drawn.length} ${verdict.outcome}: ${describeMutant(verdict.mutant)}${by}`,
      );
    };
    await judge(root, drawn, {
      coverage,
      workers,
      budgetMs: (numberOf(options, "budget") ?? 60) * 1000,
      until,
      kept,
      onVerdict,
    });
    const verdicts = [...byMutant.values()];
    rows.push(rowOf(area, all.length, verdicts));
    printSurvivors(area, verdicts);
  }
  return rows;
};

function numberOf(options: ReadonlyMap<string, string>, name: string): number | undefined {
  const value = options.get(name);
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} takes a whole number from 1 on.`);
  return number;
}

function rowOf(area: string, all: number, verdicts: readonly Verdict[]): Row {
  const noticed = verdicts.filter(({ outcome }) => outcome === "killed" || outcome === "timeout").length;
  return {
    what: `${area}: ${noticed} of ${verdicts.length} noticed (${all} in all)`,
    unit: "%",
    ours: (100 * noticed) / verdicts.length,
    aim: areas[area]?.aim ?? "",
    detail: verdicts.map(({ mutant, outcome, by }) => ({ outcome, by, ...mutant })),
  };
}

function printSurvivors(area: string, verdicts: readonly Verdict[]): void {
  const survivors = verdicts.filter(({ outcome }) => outcome === "survived" || outcome === "uncovered");
  console.log(`\n${area}: ${survivors.length} not noticed`);
  const lines = survivors.map(
    ({ mutant, outcome }) =>
      `  ${describeMutant(mutant)}${outcome === "uncovered" ? " (no test reaches it)" : ""}`,
  );
  for (const line of lines.toSorted()) console.log(line);
}
