import { type AddressInfo, createServer } from "node:net";
import type { Board } from "@retro/contract/entities";
import { Http } from "../http.ts";
import { type Place, createDatabase, partialChanges, withDatabase } from "../inspect-database.ts";
import { columnsOf } from "../ours.ts";
import { type Effort, type Row, wait } from "../row.ts";
import { Server } from "../server.ts";
import { Visitor } from "../visitor.ts";
import { type Held, Writer } from "../writer.ts";

const writers = 8;
const boards = 2;
/** Kills while clients write, during a restart on data, and during the first start on nothing. */
const plans = {
  SQLite: { writing: 60, restarting: 20, starting: 20 },
  PostgreSQL: { writing: 18, restarting: 6, starting: 6 },
} as const;
type EngineName = keyof typeof plans;
/** Milliseconds of writing before a kill, at most. */
const writeMs = 1500;

interface Tally {
  kills: number;
  acknowledged: number;
  lost: string[];
  partial: string[];
  failedStarts: string[];
}

/** Sends kill -9 at random moments while eight clients write. Counts lost changes, changes saved in part, and failed restarts. */
export async function crash({ quick }: Effort): Promise<Row[]> {
  const rows: Row[] = [];
  for (const engine of Object.keys(plans) as EngineName[]) {
    const tally: Tally = { kills: 0, acknowledged: 0, lost: [], partial: [], failedStarts: [] };
    const { writing, restarting, starting } = quick
      ? { writing: 3, restarting: 2, starting: 2 }
      : plans[engine];
    const startMs = await killWhileWriting(engine, writing, restarting, tally);
    for (let i = 0; i < starting; i += 1) await killFirstStart(engine, startMs, tally);
    const { kills, acknowledged, ...faults } = tally;
    const row = (what: string, unit: string, found: readonly string[], peer?: string): Row => ({
      what: `${engine}: ${what}`,
      unit,
      ours: found.length,
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

/** Kills servers on one database. @returns the milliseconds that a start takes */
async function killWhileWriting(
  engine: EngineName,
  writing: number,
  restarting: number,
  tally: Tally,
): Promise<number> {
  const { server, place, end } = await begin(engine, { PORT: String(await freePort()) });
  try {
    const clients = await writersOn(server.url);
    let startMs = 1000;
    for (let i = 0; i < Math.max(writing, restarting); i += 1) {
      if (i < writing) {
        const gone = Promise.all(clients.map((client) => client.writeUntilGone()));
        await wait(Math.random() * writeMs);
        await server.kill();
        await gone;
        tally.kills += 1;
      } else await server.kill();
      if (i < restarting) {
        await server.killStart(Math.random() * startMs * 1.2);
        tally.kills += 1;
      }
      const from = performance.now();
      if (!(await restarts(server, tally))) break;
      startMs = performance.now() - from;
      await compare(place, clients, tally);
    }
    tally.acknowledged += clients.reduce((sum, { acknowledged }) => sum + acknowledged, 0);
    return startMs;
  } finally {
    await end();
  }
}

/** Kills the first start at a random moment: the next start must succeed. */
async function killFirstStart(engine: EngineName, startMs: number, tally: Tally): Promise<void> {
  const { server, place, end } = await begin(engine, {}, Math.random() * startMs * 1.2);
  try {
    tally.kills += 1;
    if (await restarts(server, tally)) await compare(place, [], tally);
  } finally {
    await end();
  }
}

async function begin(engine: EngineName, env: Record<string, string>, killAfterMs?: number) {
  const database = engine === "PostgreSQL" ? await createDatabase() : null;
  const settings = { ...env, ...(database && { DATABASE_URL: database.databaseUrl }) };
  const server = Server.prepare("ours", settings);
  if (killAfterMs === undefined) await server.run();
  else await server.killStart(killAfterMs);
  const place: Place = database ?? { folder: server.folder };
  return {
    server,
    place,
    end: async () => {
      await server.stop();
      await database?.drop();
    },
  };
}

async function restarts(server: Server, tally: Tally): Promise<boolean> {
  try {
    await server.run();
    return true;
  } catch (error) {
    tally.failedStarts.push(String(error));
    return false;
  }
}

async function writersOn(url: string): Promise<Writer[]> {
  const http = new Http(url);
  const made: { id: string; columns: string[] }[] = [];
  const clients: Writer[] = [];
  for (let i = 0; i < writers; i += 1) {
    const visitor = await Visitor.come(http);
    if (made.length < boards) {
      const { id } = await visitor.json<Board>("POST", "/api/v1/boards", { title: "Crash" });
      made.push({ id, columns: await columnsOf(visitor, id) });
    }
    const { id, columns } = made[i % made.length] as (typeof made)[0];
    clients.push(new Writer(visitor, id, columns));
  }
  return clients;
}

async function compare(place: Place, clients: readonly Writer[], tally: Tally): Promise<void> {
  await withDatabase(place, async (query) => {
    tally.partial.push(...(await partialChanges(query, "folder" in place ? "sqlite" : "postgres")));
    const stickers = await query("select id, title from items where kind = 'sticker'");
    const votes = await query("select item_id, user_id from votes");
    const held: Held = {
      stickers: new Map(stickers.map(({ id, title }) => [String(id), String(title)])),
      votes: new Set(votes.map((vote) => `${String(vote["item_id"])} ${String(vote["user_id"])}`)),
      boards: new Set((await query("select id from boards")).map(({ id }) => String(id))),
    };
    for (const client of clients) tally.lost.push(...client.lost(held));
  });
}

/** A port that the server keeps over its restarts, so that clients can reconnect. */
async function freePort(): Promise<number> {
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
