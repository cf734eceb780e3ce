import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { backupFinishedKey } from "../../db/portable/tables.ts";
import { writeState } from "../../db/server-state.ts";
import { buildTestApp, type TestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { eachEngine, openTestSqlite } from "../../testing/databases/test-engines.ts";

/** Series by name and labels. */
async function seriesOf(app: TestApp): Promise<Map<string, number>> {
  const { body, statusCode } = await app.browser().get("/metrics");
  expect(statusCode).toBe(200);
  const lines = body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

eachEngine("/metrics", (open) => {
  test("counts commands by route, turns by outcome, broadcasts, catch-ups, connections and boards", async () => {
    const app = await buildTestApp({ database: await open() });
    await app.listen();
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    await writeState(app.deps.database.db, backupFinishedKey, String(Date.UTC(2026, 0, 15)));
    const before = await seriesOf(app);
    expect(before.get("retro_backup_finished_timestamp_seconds")).toBe(0);
    const listener = await listenOn(app, ann, board.id);
    const sticker = await addSticker(ann, board, "One");
    await ann.put(`${board.url}/items/${sticker.id}`, { title: "Two" });
    await ann.put(`${board.url}/items/nothing`, { title: "Two" });
    await ann.get(`${board.url}/changes?since=1`);
    await listener.flush();
    const after = await seriesOf(app);
    const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    expect(grown('retro_command_duration_seconds_count{command="POST /boards/:id/items"}')).toBe(1);
    expect(grown('retro_command_duration_seconds_count{command="PUT /boards/:id/items/:itemId"}')).toBe(2);
    // Reads of boards are no commands.
    expect([...after.keys()].filter((name) => /command="(?!POST|PUT|DELETE)/.test(name))).toEqual([]);
    expect(grown('retro_turn_duration_seconds_count{outcome="committed"}')).toBe(2);
    expect(grown('retro_turn_duration_seconds_count{outcome="refused"}')).toBe(1);
    expect(grown("retro_broadcast_lag_seconds_count")).toBe(2);
    expect(grown("retro_transaction_wait_seconds_count")).toBeGreaterThanOrEqual(3);
    expect(grown('retro_catch_ups_total{answer="changes"}')).toBe(1);
    expect(grown('http_requests_total{method="POST",status="2xx"}')).toBeGreaterThanOrEqual(1);
    expect(after.get("retro_websocket_connections")).toBe(1);
    expect(after.get("retro_open_boards")).toBe(1);
    expect(after.get("retro_bus_connected")).toBe(1);
    expect(after.get("retro_backup_finished_timestamp_seconds")).toBe(Date.UTC(2026, 0, 15) / 1000);
    const installed = after.get("retro_installed_timestamp_seconds") ?? 0;
    expect(Math.abs(Date.now() / 1000 - installed)).toBeLessThan(86_400);
    expect(after.has('retro_database_connections{state="busy"}')).toBe(
      app.deps.database.engine === "postgres",
    );
  });
});

test("a change that is answered with 500 names the start of its request id, and counts as a failure of its routes", async () => {
  const { database } = await openTestSqlite();
  const app = await buildTestApp({ database });
  const ann = await app.visitor();
  const board = await makeBoard(ann);
  const before = await seriesOf(app);
  await sql`alter table items rename to items_x`.execute(database.db);
  const answer = await ann.post(`${board.url}/items`, { title: "One", parent_id: board.columns[0] });
  const id = String(answer.headers["x-request-id"]);
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    500,
    expect.stringContaining(`(error ${id.slice(0, 8)})`),
  ]);
  const after = await seriesOf(app);
  const grown = (labels: string) => {
    const name = `retro_request_failures_total{${labels}}`;
    return (after.get(name) ?? 0) - (before.get(name) ?? Number.NaN);
  };
  expect(grown('routes="boards",change="yes"')).toBe(1);
  expect(grown('routes="boards",change="no"')).toBe(0);
  expect(after.get("retro_ready")).toBe(1);
  expect(after.get("retro_disk_free_bytes")).toBeGreaterThan(0);
});

test("the first answer has the times of the database, as it may hang from then on", async () => {
  const { database } = await openTestSqlite();
  await writeState(database.db, backupFinishedKey, String(Date.UTC(2026, 0, 15)));
  const first = await seriesOf(await buildTestApp({ database }));
  expect(first.get("retro_backup_finished_timestamp_seconds")).toBe(Date.UTC(2026, 0, 15) / 1000);
  expect(first.get("retro_installed_timestamp_seconds")).toBeGreaterThan(0);
});

test("attack: addresses, methods, ids and texts that clients choose make no new series", async () => {
  const app = await buildTestApp();
  const ann = await app.visitor({ name: "Ann of the metrics" });
  const board = await makeBoard(ann, "Title of the metrics");
  await addSticker(ann, board, "Text of the metrics");
  await ann.get(`${board.url}/changes?since=0`);
  const attack = async () => {
    for (let i = 0; i < 20; i += 1) {
      await ann.put(`${board.url}/items/${randomUUID()}`, { title: "x" });
      await ann.post(`/api/v1/boards/${randomUUID()}/items`, { title: "x", parent_id: "y" });
      await ann.post(`/api/v1/boards/${randomUUID()}/${randomUUID()}`);
      await ann.get(`/${randomUUID()}?a=${randomUUID()}`);
    }
    for (const method of ["PROPFIND", "REPORT"])
      await app.app.inject({ method: method as "GET", url: `/api/v1/boards/${randomUUID()}` });
  };
  await attack();
  const before = await seriesOf(app);
  await attack();
  const after = await seriesOf(app);
  expect([...after.keys()]).toEqual([...before.keys()]);
  const text = [...after.keys()].join("\n");
  for (const secret of [ann.user.id, board.id, "of the metrics", "PROPFIND"])
    expect(text).not.toContain(secret);
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
});

test("attack: without METRICS_TOKEN a request from the public, which a proxy passed on, gets no metrics", async () => {
  const app = await buildTestApp();
  const ask = async (headers: Record<string, string>) =>
    (await app.browser().get("/metrics", headers)).statusCode;
  expect(await ask({})).toBe(200);
  expect(await ask({ "x-forwarded-for": "203.0.113.9" })).toBe(404);
  expect(await ask({ forwarded: "for=203.0.113.9" })).toBe(404);
});

test("attack: without METRICS_TOKEN another machine, such as another pod of a cluster, gets no metrics", async () => {
  const { app } = await buildTestApp({ env: { TRUST_PROXY: "1" } });
  const ask = async (remoteAddress: string, headers = {}) =>
    (await app.inject({ url: "/metrics", remoteAddress, headers })).statusCode;
  for (const own of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    expect([own, await ask(own)]).toEqual([own, 200]);
  for (const other of ["10.0.0.9", "fd00::9", "::ffff:10.0.0.9"])
    expect([other, await ask(other)]).toEqual([other, 404]);
  expect(await ask("10.0.0.9", { "x-forwarded-for": "127.0.0.1" })).toBe(404);
});

test("with METRICS_TOKEN the address does not exist for strangers", async () => {
  const token = "a token of the tests";
  const app = await buildTestApp({ env: { METRICS_TOKEN: token } });
  const ask = async (authorization?: string) =>
    (await app.browser().get("/metrics", authorization === undefined ? {} : { authorization })).statusCode;
  expect(await ask()).toBe(404);
  expect(await ask("Bearer another token of the tests")).toBe(404);
  expect(await ask(token)).toBe(404);
  expect(await ask(`Bearer ${token}`)).toBe(200);
});

describe("deploy/grafana", () => {
  const file = (name: string) => new URL(`../../../../deploy/${name}`, import.meta.url);
  const words = (expression: string) =>
    expression.match(/\b(?:retro|http|process|nodejs|up)_\w+|\bup\b/g) ?? [];

  async function knownNames(): Promise<Set<string>> {
    const app = await buildTestApp();
    const { body } = await app.browser().get("/metrics");
    const names = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = "", type]) =>
      type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name],
    );
    return new Set([...names, "up"]);
  }

  test("every metric that the dashboard shows exists", async () => {
    const dashboard = JSON.parse(readFileSync(file("grafana/retro.json"), "utf8")) as {
      panels: { title: string; targets?: { expr: string }[] }[];
      templating: { list: { query?: string }[] };
    };
    const known = await knownNames();
    const expressions = dashboard.panels.flatMap(({ targets }) => (targets ?? []).map(({ expr }) => expr));
    expect(expressions.length).toBeGreaterThan(15);
    for (const expr of expressions)
      expect([expr, words(expr).filter((name) => !known.has(name))]).toEqual([expr, []]);
    for (const expr of expressions) expect([expr, words(expr).length > 0]).toEqual([expr, true]);
  });

  test("every alert has a severity, a waiting time and an entry in the runbook, which has no other", () => {
    const alerts = readFileSync(file("prometheus/retro.rules.yml"), "utf8")
      .split(/^ +- alert: /m)
      .slice(1);
    const names = alerts.map((alert) => /^\w+/.exec(alert)?.[0] ?? "");
    const runbook = readFileSync(file("../docs/operating.md"), "utf8");
    expect([...runbook.matchAll(/^### (Retro\w+)$/gm)].map(([, name]) => name)).toEqual(names);
    for (const [at, alert] of alerts.entries()) {
      expect(alert).toMatch(/^ +for: \d+[mh]$/m);
      expect(alert).toMatch(/^ +labels: \{ severity: (?:critical|warning) \}$/m);
      const entry = `operating.md#${names[at]?.toLowerCase()}`;
      // Alertmanager and Grafana make a link of an annotation with this name.
      expect(alert).toContain(`runbook_url: https://docs.example.com/retro/${entry}\n`);
    }
  });

  test("every metric of the alert rules exists", async () => {
    const known = await knownNames();
    const rules = readFileSync(file("prometheus/retro.rules.yml"), "utf8");
    const expressions = [...rules.matchAll(/^ +expr: (.+)$/gm)].map(([, expr = ""]) => expr);
    expect(expressions.length).toBeGreaterThan(5);
    for (const expr of expressions)
      expect([expr, words(expr).length > 0, words(expr).filter((name) => !known.has(name))]).toEqual([
        expr,
        true,
        [],
      ]);
  });
});
