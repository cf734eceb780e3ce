import { Writable } from "node:stream";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { ServerHealth } from "@retro/contract/server-health";
import { backupFinishedKey } from "../../db/portable/tables.ts";
import { writeState } from "../../db/server-state.ts";
import { createLogger } from "../../http/observe/logger.ts";
import type { LimitRefusal } from "../../limits/rate-limiter.ts";
import { signInAdmin } from "../../testing/admin.ts";
import { buildTestApp, type Browser } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { newestKnownSchema } from "../../db/migrate.ts";

const healthOf = async (who: Browser) =>
  (await who.get("/api/v1/admin/health")).json<{ data: ServerHealth }>().data;

eachEngine("the health page", (open) => {
  test("says what the server and the database do now", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    await app.listen();
    const root = await signInAdmin(app);
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    await addSticker(ann, board, "One");
    await listenOn(app, ann, board.id);
    const { data } = (await root.get("/api/v1/admin/health")).json<{ data: ServerHealth }>();
    expect(data).toMatchObject({
      version: app.deps.settings.build,
      node: process.versions.node,
      database: { engine: database.engine, fault: null, waiting: 0, latency_ms: expect.any(Number) },
      migrations: { newest: newestKnownSchema(), newer: false },
      connections: { websockets: 1, open_boards: 1 },
      bus: null,
    });
    expect(data.database.size_bytes).toBeGreaterThan(10_000);
    expect(data.database.connections === null).toBe(database.engine === "sqlite");
    expect(data.disk === null).toBe(database.engine === "postgres");
    expect(Date.parse(data.started_at)).toBeLessThan(Date.parse(data.now));
  });

  test("says why the database cannot be used", async () => {
    const database = await open();
    const root = await signInAdmin(await buildTestApp({ database }));
    await database.close();
    const answer = await root.get("/api/v1/admin/health");
    expect([answer.statusCode, answer.json()]).toMatchObject([503, { data: { reason: "unreachable" } }]);
  });

  test("says when the last backup was complete", async () => {
    const database = await open();
    const root = await signInAdmin(await buildTestApp({ database }));
    expect((await healthOf(root)).backup_finished_at).toBeNull();
    await writeState(database.db, backupFinishedKey, String(Date.UTC(2026, 0, 15)));
    expect((await healthOf(root)).backup_finished_at).toBe("2026-01-15T00:00:00.000Z");
  });

  test("says when a newer release has migrated the database", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const root = await signInAdmin(app);
    const name = "9999-of-a-newer-release";
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2030-01-01T00:00:00.000Z')`.execute(
      database.db,
    );
    expect((await healthOf(root)).migrations).toMatchObject({ newest: name, newer: true });
  });
});

test("lists refusals, and the log's warnings and errors without their details", async () => {
  const app = await buildTestApp();
  const root = await signInAdmin(app);
  const log = createLogger("info", new Writable({ write: (_chunk, _encoding, done) => done() }));
  log.info({ a: 1 }, "an event that needs no attention");
  log.error({ err: new Error("Secret detail") }, "an error of the tests");
  log.warn({ title: "Secret title" }, "a warning of the tests");
  // What happened last comes first, also when it had happened before.
  log.error("an error of the tests");
  for (let i = 0; i < 30; i += 1)
    app.deps.rateLimiter.toRefusalError({ name: "points", code: "rate_limited", retryAfter: 1 });
  const health = await healthOf(root);
  expect(health.problems.slice(0, 2)).toMatchObject([
    { level: "error", message: "an error of the tests", count: 2 },
    { level: "warn", message: "a warning of the tests", count: 1 },
  ]);
  expect(JSON.stringify(health)).not.toMatch(/Secret|no attention/);
  expect(health.refusals).toContainEqual({ limit: "points", count: 30 });
  for (let i = 0; i < 40; i += 1) log.warn(`warning ${i}`);
  expect((await healthOf(root)).problems).toHaveLength(20);
});

test("lists the ten limits that refused most, the most refusals first", async () => {
  const app = await buildTestApp();
  const root = await signInAdmin(app);
  // The figures are those of budgets and of reservations: more than ten together.
  const names = Array.from({ length: 12 }, (_, i) => `limit ${i}` as LimitRefusal["name"]);
  for (const [index, name] of names.entries())
    for (let i = 0; i <= index; i += 1)
      app.deps.rateLimiter.toRefusalError({ name, code: "rate_limited", retryAfter: 1 });
  const expected = names.map((limit, index) => ({ limit, count: index + 1 })).toReversed();
  expect((await healthOf(root)).refusals).toEqual(expected.slice(0, 10));
});
