import { randomUUID } from "node:crypto";
import type { Board, Item } from "@retro/contract/entities";
import { HttpClient } from "../http-client.ts";
import { type BenchOptions, type Measurement, median, percentile } from "../measurement.ts";
import { createPostgresDatabase } from "../postgres-database.ts";
import { fetchColumnIds } from "../retro-client.ts";
import { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";
import { addressesFor, databaseCpu, roundsOf } from "./load-run.ts";

const people = 50;
/** So many of them add stickers without a pause, each the next one when the last is answered. */
const atOnce = [1, 10, 50] as const;

interface Round {
  serverMs: number;
  databaseMs: number;
  p50: number;
  perSecond: number;
}

/** Creates that wait for one board, by how many wait at once: the aim is that none gets dearer by it. */
export async function measureHotBoard(options: BenchOptions): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const engine of ["SQLite", "PostgreSQL"]) {
    const database = engine === "PostgreSQL" ? await createPostgresDatabase() : null;
    if (engine === "PostgreSQL" && database === null) break;
    const url = database?.url ?? null;
    const server = await ServerProcess.start("retro", url === null ? {} : { DATABASE_URL: url });
    try {
      const visitors = await gather(server);
      const creates = options.quick ? 200 : 1000;
      const runs = new Map(atOnce.map((count) => [count, [] as Round[]]));
      // Not counted: the server's code is compiled.
      for (const count of atOnce) await addTogether(server, url, { visitors, count, creates });
      for (let round = 0; round < roundsOf(options); round += 1)
        for (const [count, results] of runs) {
          const result = await addTogether(server, url, { visitors, count, creates });
          results.push(result);
          console.error(`round ${round + 1}, ${engine}, ${count} at once: ${JSON.stringify(result)}`);
        }
      rows.push(...toRows(engine, runs));
    } finally {
      await server.stopAndDelete();
      await database?.drop();
    }
  }
  return rows;
}

function toRows(engine: string, runs: Map<number, Round[]>): Measurement[] {
  const of = (count: number, read: (run: Round) => number) => median((runs.get(count) ?? []).map(read));
  return [10, 50].flatMap((count) => {
    const row = (what: string, unit: string, read: (run: Round) => number): Measurement => ({
      label: `one board, ${count} creates at once, ${engine} (ratio to one at a time): ${what}`,
      unit,
      value: of(count, read),
      floor: of(1, read),
      detail: runs.get(count),
    });
    return [
      row("the server's CPU for each", "ms", ({ serverMs }) => serverMs),
      ...(engine === "PostgreSQL"
        ? [row("PostgreSQL's CPU for each", "ms", ({ databaseMs }) => databaseMs)]
        : []),
      row("creates a second", "", ({ perSecond }) => perSecond),
      row("p50", "ms", ({ p50 }) => p50),
    ];
  });
}

async function gather({ url }: ServerProcess): Promise<Visitor[]> {
  const clients = addressesFor(people, 1).map((address) => new HttpClient(url, address));
  const visitors: Visitor[] = [];
  for (let i = 0; i < people; i += 1)
    visitors.push(await Visitor.createAnonymous(clients[i % clients.length] as HttpClient));
  return visitors;
}

async function addTogether(
  server: ServerProcess,
  databaseUrl: string | null,
  { visitors, count, creates }: { visitors: readonly Visitor[]; count: number; creates: number },
): Promise<Round> {
  const host = visitors[0] as Visitor;
  const { id } = await host.callApi<Board>("POST", "/api/v1/boards", { title: "Hot" });
  const columns = await fetchColumnIds(host, id);
  const times: number[] = [];
  const from = { at: performance.now(), server: server.cpu(), database: databaseCpu(databaseUrl) };
  let sent = 0;
  const person = async (of: number) => {
    for (let turn = 0; sent < creates; turn += 1) {
      sent += 1;
      const parent_id = columns[sent % columns.length];
      const body = { id: randomUUID(), title: "a sticker of words ".repeat(5), parent_id };
      const sentAt = performance.now();
      // One alone would soon have used what one session may write.
      const visitor = visitors[(of + turn * count) % people] as Visitor;
      await visitor.callApi<Item>("POST", `/api/v1/boards/${id}/items`, body);
      times.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: count }, (_, i) => person(i)));
  return {
    serverMs: ((server.cpu() - from.server) / times.length) * 1000,
    databaseMs: ((databaseCpu(databaseUrl) - from.database) / times.length) * 1000,
    p50: percentile(times, 0.5),
    perSecond: times.length / ((performance.now() - from.at) / 1000),
  };
}
