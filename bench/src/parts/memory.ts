import { Http } from "../http.ts";
import { floor } from "../floor-target.ts";
import { ours } from "../ours.ts";
import { Others } from "../others.ts";
import type { Effort, Row } from "../row.ts";
import { wait } from "../row.ts";
import { Server } from "../server.ts";
import type { TargetName } from "../target.ts";

const joinsPerSecond = 40;
const cases = [
  { people: 0, boards: 0, what: "fresh", aim: "≤ 140 MB", peer: "162–176 MB" },
  {
    people: 100,
    boards: 1,
    what: "100 idle on one board",
    aim: "≤ 145 MB",
    peer: "211–251 MB (peak)",
  },
  { people: 1000, boards: 50, what: "1,000 idle in 50 boards", aim: "≤ 165 MB", peer: "200 MB" },
];

interface Sample {
  /** With everybody's visitor made, and nobody connected. */
  before: number;
  after5: number;
  after60: number;
  peak: number;
}

/** Resident memory of a fresh server a case: 5 s and 60 s after the last join, and the peak. */
export async function memory({ quick }: Effort): Promise<Row[]> {
  const rows: Row[] = [];
  let fresh: Record<TargetName, number> | null = null;
  for (const { people, boards, what, aim, peer } of cases) {
    const mine = await sample("ours", people, boards, quick);
    const bare = await sample("floor", people, boards, quick);
    const name = `RSS ${what}`;
    rows.push({ what: name, unit: "MB", ours: mine.after5, floor: bare.after5, aim, peer, detail: mine });
    if (people > 0 && !quick)
      rows.push({ what: `${name}, 60 s later`, unit: "MB", ours: mine.after60, floor: bare.after60 });
    if (people > 0) rows.push({ what: `${name}, peak`, unit: "MB", ours: mine.peak, floor: bare.peak });
    fresh ??= { ours: mine.after5, floor: bare.after5 };
    if (people >= 1000) {
      const each = (now: number, before: number) => ((now - before) / people) * 1000;
      rows.push({
        what: "an idle connection",
        unit: "kB",
        ours: each(mine.after5, mine.before),
        floor: each(bare.after5, bare.before),
        aim: "≤ 25 kB",
      });
      rows.push({
        what: "with all it took to get there",
        unit: "kB",
        ours: each(mine.after5, fresh.ours),
        floor: each(bare.after5, fresh.floor),
      });
    }
  }
  return rows;
}

async function sample(name: TargetName, people: number, boards: number, quick: boolean): Promise<Sample> {
  const target = name === "ours" ? ours : floor;
  const server = await Server.start(name);
  const others = people > 0 ? new Others() : null;
  const http = new Http(server.url);
  try {
    const ids = [];
    for (let i = 0; i < boards; i += 1) ids.push(await target.newBoard(http));
    http.close();
    await others?.prepare(name, server.url, people);
    const before = server.memory().now;
    await others?.join(ids, joinsPerSecond);
    await wait(5000);
    const after5 = server.memory().now;
    if (!quick) await wait(55_000);
    const { now: after60, peak } = server.memory();
    return { before, after5, after60, peak };
  } finally {
    await others?.end();
    await server.stop();
  }
}
