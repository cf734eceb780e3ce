import { HttpClient } from "../http-client.ts";
import { type BenchOptions, median, type Measurement, percentile } from "../measurement.ts";
import { createPostgresDatabase } from "../postgres-database.ts";
import { seedSpace } from "../seed/seed-space.ts";
import { ServerProcess } from "../server-process.ts";
import { Visitor } from "../visitor.ts";

const boardCount = 1_000;
const stickersPerBoard = 100;
/** Each question is asked by another member, because a member may ask 60 times at once. */
const questions = {
  "a frequent word": "релиз",
  "two words": "build release",
  "the beginning of a word": "ко",
  "a title": "спринта 500",
  "a word of one sticker": "уникальность",
  "nothing found": "zzzzzz",
};

export async function measureSearch({ quick }: BenchOptions): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const engine of ["SQLite", "PostgreSQL"] as const) {
    const database = engine === "PostgreSQL" ? await createPostgresDatabase() : null;
    if (engine === "PostgreSQL" && database === null) continue;
    const server = await ServerProcess.start(
      "retro",
      database === null ? {} : { DATABASE_URL: database.url },
    );
    try {
      rows.push(
        ...(await measureOne(server, engine, { databaseUrl: database?.url, count: quick ? 10 : 50 })),
      );
    } finally {
      await server.stopAndDelete();
      await database?.drop();
    }
  }
  return rows;
}

async function measureOne(
  server: ServerProcess,
  engine: string,
  { databaseUrl, count }: { databaseUrl: string | undefined; count: number },
): Promise<Measurement[]> {
  const setUp = new HttpClient(server.url);
  const owner = await Visitor.createAnonymous(setUp);
  const { key } = await owner.callApi<{ key: string }>("POST", "/api/v1/spaces", { name: "Bench" });
  setUp.close();
  await server.stop();
  const place = databaseUrl === undefined ? { folder: server.folder } : { databaseUrl };
  await seedSpace(place, { boards: boardCount, stickers: stickersPerBoard });
  await server.startProcess();

  const http = new HttpClient(server.url);
  const rows: Measurement[] = [];
  for (const [name, question] of Object.entries(questions)) {
    const member = await Visitor.createAnonymous(http);
    const path = `/api/v1/spaces/${key}/search?q=${encodeURIComponent(question)}`;
    const times: number[] = [];
    for (let i = 0; i < count; i += 1) {
      const from = performance.now();
      const { hits } = await member.callApi<{ hits: unknown[] }>("GET", path);
      times.push(performance.now() - from);
      if (hits.length > 0 === (name === "nothing found")) throw new Error(`${name}: ${hits.length} hits`);
    }
    const row = (what: string, value: number): Measurement => ({
      label: `search, ${engine}, ${name}: ${what}`,
      unit: "ms",
      value,
      aim: "≤ 100 ms",
      detail: times,
    });
    rows.push(
      row("first", times[0] ?? Number.NaN),
      row("p50", median(times)),
      row("p95", percentile(times, 0.95)),
    );
  }
  http.close();
  return rows;
}
