import { type AddressInfo, createServer } from "node:net";
import type { Board } from "@retro/contract/entities";
import { HttpClient } from "../http-client.ts";
import {
  type DatabaseLocation,
  createDatabase,
  findPartialChanges,
  withDatabase,
} from "../database-check.ts";
import { fetchColumnIds } from "../retro-client.ts";
import { type BenchOptions, type Measurement, wait } from "../measurement.ts";
import { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";
import { type StoredData, CrashWriter } from "../crash-writer.ts";

const writerCount = 8;
const boardCount = 2;
/** Kills while clients write, during a restart on data, and during the first start on nothing. */
const killPlans = {
  SQLite: { writing: 60, restarting: 20, starting: 20 },
  PostgreSQL: { writing: 18, restarting: 6, starting: 6 },
} as const;
type EngineName = keyof typeof killPlans;
const writeMs = 1500;

interface CrashCounts {
  kills: number;
  acknowledged: number;
  lost: string[];
  partial: string[];
  failedStarts: string[];
}

/** Sends kill -9 at random moments while eight clients write. */
export async function measureCrashes({ quick }: BenchOptions): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const engine of Object.keys(killPlans) as EngineName[]) {
    const tally: CrashCounts = { kills: 0, acknowledged: 0, lost: [], partial: [], failedStarts: [] };
    const { writing, restarting, starting } = quick
      ? { writing: 3, restarting: 2, starting: 2 }
      : killPlans[engine];
    const startMs = await killWhileWriting(engine, writing, restarting, tally);
    for (let i = 0; i < starting; i += 1) await killFirstStart(engine, startMs, tally);
    const { kills, acknowledged, ...faults } = tally;
    const row = (what: string, unit: string, found: readonly string[], peer?: string): Measurement => ({
      label: `${engine}: ${what}`,
      unit,
      value: found.length,
      aim: "0",
      ...(peer === undefined ? {} : { peer }),
      detail: found,
    });
    rows.push(
      row("acknowledged, then lost", `of ${acknowledged} in ${kills} kills`, faults.lost, "2 of 1,110"),
      row("changes saved in part", "", faults.partial),
      row("restarts that failed", `of ${kills}`, faults.failedStarts),
    );
  }
  return rows;
}

async function killWhileWriting(
  engine: EngineName,
  writing: number,
  restarting: number,
  tally: CrashCounts,
): Promise<number> {
  const { server, place, end } = await startServer(engine, { PORT: String(await findFreePort()) });
  try {
    const clients = await createWriters(server.url);
    let startMs = 1000;
    for (let i = 0; i < Math.max(writing, restarting); i += 1) {
      if (i < writing) {
        const gone = Promise.all(clients.map((client) => client.writeUntilDisconnect()));
        await wait(Math.random() * writeMs);
        await server.kill();
        await gone;
        tally.kills += 1;
      } else await server.kill();
      if (i < restarting) {
        await server.killDuringStart(Math.random() * startMs * 1.2);
        tally.kills += 1;
      }
      const from = performance.now();
      if (!(await tryRestart(server, tally))) break;
      startMs = performance.now() - from;
      await compareData(place, clients, tally);
    }
    tally.acknowledged += clients.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    return startMs;
  } finally {
    await end();
  }
}

/** Kills the first start at a random moment: the next start must succeed. */
async function killFirstStart(engine: EngineName, startMs: number, tally: CrashCounts): Promise<void> {
  const { server, place, end } = await startServer(engine, {}, Math.random() * startMs * 1.2);
  try {
    tally.kills += 1;
    if (await tryRestart(server, tally)) await compareData(place, [], tally);
  } finally {
    await end();
  }
}

async function startServer(engine: EngineName, env: Record<string, string>, killAfterMs?: number) {
  const database = engine === "PostgreSQL" ? await createDatabase() : null;
  const settings = { ...env, ...(database && { DATABASE_URL: database.databaseUrl }) };
  const server = ServerProcess.create("retro", settings);
  if (killAfterMs === undefined) await server.startProcess();
  else await server.killDuringStart(killAfterMs);
  const place: DatabaseLocation = database ?? { folder: server.folder };
  return {
    server,
    place,
    end: async () => {
      await server.stopAndDelete();
      await database?.drop();
    },
  };
}

async function tryRestart(server: ServerProcess, tally: CrashCounts): Promise<boolean> {
  try {
    await server.startProcess();
    return true;
  } catch (error) {
    tally.failedStarts.push(String(error));
    return false;
  }
}

async function createWriters(url: string): Promise<CrashWriter[]> {
  const http = new HttpClient(url);
  const made: { id: string; columns: string[] }[] = [];
  const clients: CrashWriter[] = [];
  for (let i = 0; i < writerCount; i += 1) {
    const visitor = await Visitor.createAnonymous(http);
    if (made.length < boardCount) {
      const { id } = await visitor.callApi<Board>("POST", "/api/v1/boards", { title: "Crash" });
      made.push({ id, columns: await fetchColumnIds(visitor, id) });
    }
    const { id, columns } = made[i % made.length] as (typeof made)[0];
    clients.push(new CrashWriter(visitor, id, columns));
  }
  return clients;
}

async function compareData(
  place: DatabaseLocation,
  clients: readonly CrashWriter[],
  tally: CrashCounts,
): Promise<void> {
  await withDatabase(place, async (query) => {
    tally.partial.push(...(await findPartialChanges(query, "folder" in place ? "sqlite" : "postgres")));
    const stickers = await query("select id, title from items where kind = 'sticker'");
    const votes = await query("select item_id, user_id from votes");
    const stored: StoredData = {
      stickers: new Map(stickers.map(({ id, title }) => [String(id), String(title)])),
      votes: new Set(votes.map((vote) => `${String(vote["item_id"])} ${String(vote["user_id"])}`)),
      boards: new Set((await query("select id from boards")).map(({ id }) => String(id))),
    };
    for (const client of clients) tally.lost.push(...client.findLost(stored));
  });
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => {
    probe.listen(0, "127.0.0.1", done);
  });
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => {
    probe.close(done);
  });
  return port;
}
