import { randomInt, randomUUID } from "node:crypto";
import { HttpClient } from "../http-client.ts";
import { type Measurement, type Part, sumOf, wait } from "../measurement.ts";
import { createBoard, joinBoard, type NewBoard } from "../retro-client.ts";
import { ServerProcess } from "../server-process.ts";
import { createDatabase, startRedis } from "../services.ts";
import { type DataLocation, withDatabase } from "../stored-data.ts";
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

type Held = Awaited<ReturnType<typeof held>>;

/**
 * People join, write, vote, export, sleep and leave, until the time is over. Everybody takes away what they
 * wrote, so nothing but the logs has a reason to grow.
 */
export const measureSoak: Part = async ({ quick, only, minutes = quick ? 10 : 60 }) => {
  const forMs = minutes * 60_000;
  const rows: Measurement[] = [];
  if (only?.includes("SQLite") ?? true) {
    await using server = await ServerProcess.start("retro");
    rows.push(...(await soak("SQLite", [server], server, forMs)));
  }
  if (only?.includes("two nodes") ?? true) {
    await using database = await createDatabase();
    await using redis = await startRedis();
    if (database === null || redis === null)
      throw new Error("soak: PostgreSQL and Redis are needed for two nodes");
    const env = { DATABASE_URL: database.databaseUrl, REDIS_URL: redis.url };
    // One after the other: the first makes the tables.
    await using first = await ServerProcess.start("retro", env);
    await using second = await ServerProcess.start("retro", env);
    rows.push(...(await soak("two nodes", [first, second], database, forMs)));
  }
  return rows;
};

async function soak(
  name: string,
  servers: readonly ServerProcess[],
  database: DataLocation,
  forMs: number,
): Promise<Measurement[]> {
  const boards = await createBoards(servers[0] as ServerProcess);
  const people = await Promise.all(
    Array.from({ length: peopleCount }, (_, n) =>
      createPerson(servers[n % servers.length] as ServerProcess, n),
    ),
  );
  const liveFor = async (ms: number) => {
    const until = performance.now() + ms;
    await Promise.all(people.map((person) => live(person, boards, until)));
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
  const [written, faults] = [people.map((person) => person.written), people.map((person) => person.faults)];
  return [
    { label: `${name}: stickers written and deleted`, unit: "", value: sumOf(written) },
    { label: `${name}: refused or lost calls`, unit: "", value: sumOf(faults), aim: "0" },
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

async function createBoards({ url }: ServerProcess): Promise<NewBoard[]> {
  const boards: NewBoard[] = [];
  for (let n = 0; n < boardCount; n += 1) {
    using http = new HttpClient(url, `127.0.2.${n + 1}`);
    boards.push(await createBoard(await Visitor.createAnonymous(http), `Soak ${n}`));
  }
  return boards;
}

interface Person {
  visitor: Visitor;
  written: number;
  /** Calls that were refused or got no answer. */
  faults: number;
}

/** Limits count by address, so each person gets another one. */
async function createPerson({ url }: ServerProcess, n: number): Promise<Person> {
  const http = new HttpClient(url, `127.0.${3 + Math.floor(n / 200)}.${(n % 200) + 1}`);
  return { visitor: await Visitor.createAnonymous(http), written: 0, faults: 0 };
}

async function live(person: Person, boards: readonly NewBoard[], until: number): Promise<void> {
  const pause = () => wait(Math.min(randomInt(...pauseMs), until - performance.now()));
  await pause();
  while (performance.now() < until) {
    try {
      await visit(person, boards[randomInt(boards.length)] as NewBoard, pause);
    } catch (error) {
      person.faults += 1;
      if (person.faults === 1) console.error(String(error));
    }
    await pause();
  }
  person.visitor.http.close();
}

/** As a tab does: joins the board's channels, changes the board, looks at it for a while, and goes. */
async function visit(person: Person, board: NewBoard, pause: () => Promise<void>): Promise<void> {
  const { visitor } = person;
  const items = `${board.path}/items`;
  const socket = await joinBoard(visitor, board.id);
  try {
    await visitor.callApi("GET", items);
    const ids = Array.from({ length: stickersEach }, () => randomUUID());
    for (const id of ids) {
      const parent_id = board.columns[randomInt(board.columns.length)];
      await visitor.callApi("POST", items, { id, title: "Written in a soak", parent_id });
    }
    await visitor.callApi("POST", `${items}/${ids[0]}/vote`);
    if (randomInt(20) === 0) {
      const path = `/web/boards/${board.id}/export-${exportNames[randomInt(exportNames.length)]}`;
      const { status } = await visitor.send("GET", path);
      if (status !== 200) throw new Error(`${path} was answered with ${status}`);
    }
    await pause();
    for (const id of ids) await visitor.callApi("DELETE", `${items}/${id}`);
    person.written += ids.length;
  } finally {
    socket.close();
  }
}

/** What must be the same after a day as after an hour, summed over the servers. */
async function held(servers: readonly ServerProcess[]) {
  const each = await Promise.all(servers.map((server) => server.held()));
  const memory = servers.map((server) => server.memory());
  return {
    rssMb: sumOf(memory.map(({ now, workers }) => now + workers)),
    heapMb: sumOf(each.map(({ heapMb }) => heapMb)),
    files: sumOf(servers.map((server) => server.openFiles())),
    handles: sumOf(each.map(({ handles }) => handles)),
    listeners: sumOf(each.map(({ listeners }) => listeners)),
  };
}

function countRows(database: DataLocation): Promise<Record<string, number>> {
  return withDatabase(database, async (query) => {
    const tables = await query(
      "folder" in database
        ? "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and sql not like 'create virtual%'"
        : "select table_name as name from information_schema.tables where table_schema = current_schema()",
    );
    const counts: Record<string, number> = {};
    for (const { name } of tables) {
      const [row] = await query(`select count(*) as count from "${String(name)}"`);
      counts[String(name)] = Number(row?.["count"]);
    }
    return counts;
  });
}
