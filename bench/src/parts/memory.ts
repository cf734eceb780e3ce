import { type LoadedBoards, loadBoards } from "../load-run.ts";
import type { Measurement, Part } from "../measurement.ts";

const cases = [
  { people: 0, boards: 0, what: "fresh", aim: "≤ 140 MB", peer: "162–176 MB" },
  { people: 100, boards: 1, what: "100 idle on one board", aim: "≤ 145 MB", peer: "211–251 MB (peak)" },
  { people: 1000, boards: 50, what: "1,000 idle in 50 boards", aim: "≤ 165 MB", peer: "200 MB" },
];

/** Resident memory of a fresh server, and with idle people. */
export const measureMemory: Part = async ({ quick }) => {
  const rows: Measurement[] = [];
  for (const { people, boards, what, aim, peer } of cases) {
    const load = { people, boards, joinsPerSecond: 40, idleMs: quick ? 0 : 55_000 };
    const [retro, floor] = [await loadBoards("retro", load), await loadBoards("floor", load)];
    type Memory = LoadedBoards["memory"];
    const row = (label: string, unit: string, read: (memory: Memory) => number): Measurement => {
      return { label, unit, value: read(retro.memory), floor: read(floor.memory), detail: retro.memory };
    };
    rows.push({ ...row(`RSS ${what}`, "MB", ({ idle }) => idle), aim, peer });
    if (people === 0) continue;
    if (!quick) rows.push(row(`RSS ${what}, 60 s later`, "MB", ({ later }) => later));
    rows.push(row(`RSS ${what}, peak`, "MB", ({ peak }) => peak));
    if (people < 1000) continue;
    const each = ({ before, idle }: Memory) => ((idle - before) / people) * 1000;
    rows.push({ ...row("an idle connection", "kB", each), aim: "≤ 25 kB" });
  }
  return rows;
};
