import { HttpClient } from "../http-client.ts";
import { floorSystem } from "../floor/floor-client.ts";
import { retroSystem } from "../retro-client.ts";
import { ParticipantPool } from "../participant-pool.ts";
import type { BenchOptions, Measurement } from "../measurement.ts";
import { wait } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";
import type { SystemName } from "../system-under-test.ts";

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

interface MemorySample {
  /** After all visitors were created, before any is connected. */
  before: number;
  after5: number;
  after60: number;
  peak: number;
}

export async function measureMemory({ quick }: BenchOptions): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  let fresh: Record<SystemName, number> | null = null;
  for (const { people, boards, what, aim, peer } of cases) {
    const mine = await measureSample("retro", people, boards, quick);
    const bare = await measureSample("floor", people, boards, quick);
    const name = `RSS ${what}`;
    rows.push({ label: name, unit: "MB", value: mine.after5, floor: bare.after5, aim, peer, detail: mine });
    if (people > 0 && !quick)
      rows.push({ label: `${name}, 60 s later`, unit: "MB", value: mine.after60, floor: bare.after60 });
    if (people > 0) rows.push({ label: `${name}, peak`, unit: "MB", value: mine.peak, floor: bare.peak });
    fresh ??= { retro: mine.after5, floor: bare.after5 };
    if (people >= 1000) {
      const each = (now: number, before: number) => ((now - before) / people) * 1000;
      rows.push({
        label: "an idle connection",
        unit: "kB",
        value: each(mine.after5, mine.before),
        floor: each(bare.after5, bare.before),
        aim: "≤ 25 kB",
      });
      rows.push({
        label: "with all it took to get there",
        unit: "kB",
        value: each(mine.after5, fresh.retro),
        floor: each(bare.after5, fresh.floor),
      });
    }
  }
  return rows;
}

async function measureSample(
  name: SystemName,
  people: number,
  boards: number,
  quick: boolean,
): Promise<MemorySample> {
  const target = name === "retro" ? retroSystem : floorSystem;
  const server = await ServerProcess.start(name);
  const pool = people > 0 ? new ParticipantPool() : null;
  const http = new HttpClient(server.url);
  try {
    const ids = [];
    for (let i = 0; i < boards; i += 1) ids.push(await target.createBoard(http));
    http.close();
    await pool?.prepare(name, server.url, people);
    const before = server.memory().now;
    await pool?.join(ids, joinsPerSecond);
    await wait(5000);
    const after5 = server.memory().now;
    if (!quick) await wait(55_000);
    const { now: after60, peak } = server.memory();
    return { before, after5, after60, peak };
  } finally {
    await pool?.stop();
    await server.stopAndDelete();
  }
}
