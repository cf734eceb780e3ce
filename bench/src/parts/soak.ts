import { randomInt, randomUUID } from "node:crypto";
import type { Board, Item } from "@retro/contract/entities";
import { createDatabase, type DatabaseLocation, withDatabase } from "../database-check.ts";
import { HttpClient } from "../http-client.ts";
import { type BenchOptions, type Measurement, wait } from "../measurement.ts";
import { RedisProcess } from "../redis-process.ts";
import { boardChannels, fetchColumnIds, PusherSocket } from "../retro-client.ts";
import { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";

const boardCount = 50;
const peopleCount = 300;
const stickersEach = 2;
const pauseMs = [4000, 12_000] as const;
/** What is closed late, such as idle connections, is gone after this time. */
const restMs = 30_000;
const warmUpMs = 60_000;
const samples = 12;
const exportNames = ["json", "csv", "pdf", "markdown"];

/** One or several servers on one database. */
interface Deployment {
  name: string;
  servers: ServerProcess[];
  database: DatabaseLocation;
  end: () => Promise<void>;
}

/** What must be the same after a day as after an hour, summed over the servers. */
interface Held {
  rssMb: number;
  heapMb: number;
  files: number;
  handles: number;
  listeners: number;
}

/**
 * People join, write, vote, export, sleep and leave, until the time is over. Everybody takes away what they
 * wrote, so nothing but the logs has a reason to grow.
 */
export async function measureSoak({ quick, options }: BenchOptions): Promise<Measurement[]> {
  const minutes = Number(options.get("minutes") ?? (quick ? 10 : 60));
  const halves = { SQLite: startAlone, "two nodes": startTwoNodes };
  const only = options.get("only")?.split(",");
  const rows: Measurement[] = [];
  for (const [half, start] of Object.entries(halves)) {
    if (only !== undefined && !only.includes(half)) continue;
    const deployment = await start();
    if (deployment === null) console.error("No PostgreSQL or Redis here: one server only.");
    else
      try {
        rows.push(...(await soak(deployment, minutes * 60_000)));
      } finally {
        for (const server of deployment.servers) await server.stopAndDelete();
        await deployment.end();
      }
  }
  return rows;
}

async function startAlone(): Promise<Deployment> {
  const server = await ServerProcess.start("retro");
  const database = { folder: server.folder };
  return { name: "SQLite", servers: [server], database, end: async () => undefined };
}

async function startTwoNodes(): Promise<Deployment | null> {
  const redis = await RedisProcess.start();
  if (redis === null) return null;
  const { databaseUrl, drop } = await createDatabase();
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, APP_SECRET: randomUUID() + randomUUID() };
  // One after the other: the first makes the tables.
  const servers = [await ServerProcess.start("retro", env), await ServerProcess.start("retro", env)];
  const end = async () => {
    await redis.stop();
    await drop();
  };
  return { name: "two nodes", servers, database: { databaseUrl }, end };
}

async function soak({ name, servers, database }: Deployment, forMs: number): Promise<Measurement[]> {
  const boards = await createBoards(servers[0] as ServerProcess);
  const people = await Promise.all(
    Array.from({ length: peopleCount }, (_, n) => Person.create(servers[n % servers.length], boards, n)),
  );
  const liveFor = async (ms: number) => {
    const until = performance.now() + ms;
    await Promise.all(people.map((person) => person.live(until)));
  };
  // What is compiled or cached once is no leak.
  await liveFor(warmUpMs);
  await wait(restMs);
  const [before, rowsBefore] = [await held(servers), await countRows(database)];
  const course: Held[] = [];
  const sampling = (async () => {
    for (let n = 0; n < samples; n += 1) {
      await wait(forMs / samples);
      course.push(await held(servers));
    }
  })();
  await liveFor(forMs);
  await sampling;
  await wait(restMs);
  const [after, rowsAfter] = [await held(servers), await countRows(database)];
  const grown = (figure: keyof Held, label: string, unit: string, aim: string): Measurement => ({
    label: `${name}: ${label}, growth over ${Math.round(forMs / 60_000)} minutes`,
    unit,
    value: after[figure] - before[figure],
    aim,
    detail: { before: before[figure], course: course.map((each) => each[figure]), after: after[figure] },
  });
  const sum = (of: (person: Person) => number) => people.reduce((total, person) => total + of(person), 0);
  return [
    { label: `${name}: stickers written and deleted`, unit: "", value: sum(({ written }) => written) },
    { label: `${name}: refused or lost calls`, unit: "", value: sum(({ faults }) => faults), aim: "0" },
    grown("rssMb", "resident memory at rest", "MB", "≤ 20 MB"),
    grown("heapMb", "heap at rest", "MB", "≤ 10 MB"),
    grown("files", "open files", "", "0"),
    grown("handles", "timers, sockets and other handles", "", "0"),
    grown("listeners", "listeners of the process", "", "0"),
    ...Object.entries(rowsAfter)
      .filter(([table, count]) => count > (rowsBefore[table] ?? 0))
      .map(([table, count]) => ({
        label: `${name}: rows of ${table}, growth`,
        unit: "",
        value: count - (rowsBefore[table] ?? 0),
        detail: { before: rowsBefore[table] ?? 0, after: count },
      })),
  ];
}

interface OpenBoard {
  id: string;
  columns: string[];
}

async function createBoards(server: ServerProcess): Promise<OpenBoard[]> {
  const boards: OpenBoard[] = [];
  for (let n = 0; n < boardCount; n += 1) {
    const http = new HttpClient(server.url, `127.0.2.${n + 1}`);
    const host = await Visitor.createAnonymous(http);
    const { id } = await host.callApi<Board>("POST", "/api/v1/boards", { title: `Soak ${n}` });
    boards.push({ id, columns: await fetchColumnIds(host, id) });
    http.close();
  }
  return boards;
}

class Person {
  readonly #http: HttpClient;
  readonly #visitor: Visitor;
  readonly #boards: readonly OpenBoard[];
  written = 0;
  /** Calls that were refused or got no answer. */
  faults = 0;

  private constructor(http: HttpClient, visitor: Visitor, boards: readonly OpenBoard[]) {
    this.#http = http;
    this.#visitor = visitor;
    this.#boards = boards;
  }

  /** Limits count by address, so each person gets another one. */
  static async create(server: ServerProcess | undefined, boards: readonly OpenBoard[], n: number) {
    const http = new HttpClient(server?.url ?? "", `127.0.${3 + Math.floor(n / 200)}.${(n % 200) + 1}`);
    return new Person(http, await Visitor.createAnonymous(http), boards);
  }

  async live(until: number): Promise<void> {
    const pause = () => wait(Math.min(randomInt(...pauseMs), until - performance.now()));
    await pause();
    while (performance.now() < until) {
      await this.#visit(pause).catch((error: unknown) => {
        this.faults += 1;
        if (this.faults === 1) console.error(String(error));
      });
      await pause();
    }
    this.#http.close();
  }

  /** As a tab does: joins the board's channels, changes the board, looks at it for a while, and goes. */
  async #visit(pause: () => Promise<void>): Promise<void> {
    const { id, columns } = this.#boards[randomInt(this.#boards.length)] as OpenBoard;
    const path = `/api/v1/boards/${id}`;
    const visitor = this.#visitor;
    const socket = new PusherSocket(this.#http.url, this.#http.localAddress, id);
    try {
      await socket.waitUntilConnected();
      await Promise.all(boardChannels(id, visitor.user.id).map((channel) => socket.join(visitor, channel)));
      await visitor.callApi("GET", `${path}/items`);
      const ids: string[] = [];
      for (let n = 0; n < stickersEach; n += 1) {
        const body = { id: randomUUID(), title: "Written in a soak", parent_id: columns[randomInt(9)] };
        ids.push((await visitor.callApi<Item>("POST", `${path}/items`, body)).id);
      }
      await visitor.callApi("POST", `${path}/items/${ids[0]}/vote`);
      if (randomInt(20) === 0) await this.#export(id);
      await pause();
      for (const sticker of ids) await visitor.callApi("DELETE", `${path}/items/${sticker}`);
      this.written += ids.length;
    } finally {
      socket.close();
    }
  }

  async #export(board: string): Promise<void> {
    const name = exportNames[randomInt(exportNames.length)];
    const { status } = await this.#visitor.send("GET", `/web/boards/${board}/export-${name}`);
    if (status !== 200) throw new Error(`an export as ${name} was answered with ${status}`);
  }
}

async function held(servers: readonly ServerProcess[]): Promise<Held> {
  const sum: Held = { rssMb: 0, heapMb: 0, files: 0, handles: 0, listeners: 0 };
  for (const server of servers) {
    const { heapMb, resources, listeners } = await server.held();
    const { now, workers } = server.memory();
    sum.rssMb += now + workers;
    sum.heapMb += heapMb;
    sum.files += server.openFiles();
    sum.handles += Object.values(resources).reduce((total, count) => total + count, 0);
    sum.listeners += listeners;
  }
  return sum;
}

function countRows(database: DatabaseLocation): Promise<Record<string, number>> {
  return withDatabase(database, async (query) => {
    const tables = await query(
      "folder" in database
        ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and sql not like 'create virtual%'"
        : "select table_name as name from information_schema.tables where table_schema = current_schema()",
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables)
      counts[String(name)] = Number(
        Object.values((await query(`select count(*) from "${String(name)}"`))[0] ?? {})[0],
      );
    return counts;
  });
}
