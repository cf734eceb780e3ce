import { afterAll, describe, expect, test } from "vitest";
import type { RetroDatabase } from "../../db/database.ts";
import { openDatabaseAt } from "../../db/engines/open.ts";
import { buildTestApp } from "../../testing/app.ts";
import type { FixtureUser } from "../../testing/board-fixture.ts";
import { breakCommits, mendCommits } from "../../testing/databases/broken-commits.ts";
import { noon, type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";
import { eachEngine, engines } from "../../testing/databases/test-engines.ts";
import { startTcpProxy } from "../../testing/nodes/tcp-proxy.ts";

type Call = readonly [FixtureUser, "POST" | "PUT" | "DELETE", string, object?];

/** A command of each kind; Ann facilitates, her timer runs, and Bob has deleted the action “gone”. */
const commands: [name: string, call: Call][] = [
  ["adding a sticker", ["bob", "POST", "/items", { title: "new", parent_id: "@A.0" }]],
  [
    "adding several",
    ["bob", "POST", "/items", { items: [{ title: "n1" }, { title: "n2" }], parent_id: "@A.0" }],
  ],
  ["editing a sticker", ["bob", "PUT", "/items/@one", { title: "uno" }]],
  ["editing a section", ["ann", "PUT", "/items/@A", { title: "Ah" }]],
  ["moving a sticker", ["bob", "PUT", "/sort", { item_id: "@one", parent_id: "@B.0", position: 0 }]],
  ["deleting a group", ["bob", "DELETE", "/items/@two"]],
  ["deleting all stickers", ["ann", "PUT", "/delete-cards"]],
  ["adding an action", ["bob", "POST", "/actions", { text: "new" }]],
  ["editing an action", ["bob", "PUT", "/actions/@!first", { text: "1st", owner_id: "@cy" }]],
  ["setting an action's status", ["cy", "PUT", "/actions/@!first", { status: "done" }]],
  ["moving an action", ["bob", "PUT", "/actions/@!second/position", { after_id: null }]],
  ["deleting an action", ["bob", "DELETE", "/actions/@!first?rev=1"]],
  ["restoring an action", ["bob", "POST", "/actions/@!gone/restore"]],
  ["a vote", ["bob", "POST", "/items/@two/vote"]],
  ["taking a vote back", ["bob", "DELETE", "/items/@one/vote"]],
  ["resetting votes", ["ann", "PUT", "/reset-votes"]],
  ["editing the board", ["ann", "PUT", "", { title: "New", sections: [{ title: "New" }], deletes: ["@C"] }]],
  ["pausing the timer", ["ann", "PUT", "/timers", { pause_time: 1 }]],
  ["stopping the timer", ["ann", "DELETE", "/timers"]],
  ["setting an option", ["ann", "PUT", "/facilitators", { option: "hideContent", value: true }]],
  ["leaving the seat", ["ann", "DELETE", "/facilitators"]],
  ["locking the board", ["ann", "PUT", "/lock", { locked: true }]],
  ["archiving the board", ["ann", "PUT", "/archive", { archived: true }]],
];

/** Ann facilitates, her timer runs, and there are actions. */
async function inSession(t: ObservedBoard): Promise<void> {
  await t.facilitate({ showStickerDate: true });
  await t.sendOk("ann", "POST", "/timers", { count_time: 600 });
  for (const text of ["first", "second", "gone"]) await t.sendOk("bob", "POST", "/actions", { text });
  await t.sendOk("bob", "DELETE", "/actions/@!gone");
}

/** Commands that write different tables: the rule is the turn's, not the command's. */
const few = commands.filter(([name]) => /^(?:editing a section|a vote|moving an action|locking)/.test(name));

eachEngine("a commit that fails", (open, engine) => {
  const start = observeBoards(async () => buildTestApp({ database: await open(), frozenAt: noon }));

  test.each(engine === "SQLite" ? commands : few)(
    "of %s: the answer is no success, and no event is sent; the next attempt succeeds once",
    async (_name, call) => {
      const t = await start();
      await inSession(t);
      const { database } = t.app.deps;
      await breakCommits(database);
      try {
        // What `send` checks: no version, no row, no event.
        const failed = await t.send(...call);
        expect([failed.status, failed.data, failed.meta]).toEqual([500, undefined, undefined]);
        expect(JSON.stringify(failed)).not.toMatch(/constraint|refused/i);
      } finally {
        await mendCommits(database);
      }
      const done = await t.sendOk(...call);
      expect(done.meta?.changes).not.toEqual([]);
    },
  );

  test("of an expired timer: the next attempt ends it, with one event", async () => {
    const t = await start();
    await inSession(t);
    const { database } = t.app.deps;
    const version = (await t.boardRow())["version"] as number;
    const received = t.connections.cy.events("timer.delete").length;
    t.app.time.now += 602_000;
    await breakCommits(database);
    const failed = await t.people.bob.put(`${t.url}/items/${t.names.id("@one")}`, { title: "uno" });
    await mendCommits(database);
    await t.connections.cy.flush();
    expect([
      failed.statusCode,
      (await t.boardRow())["version"],
      t.connections.cy.events("timer.delete").length,
    ]).toEqual([500, version, received]);
    const done = await t.people.bob.put(`${t.url}/items/${t.names.id("@one")}`, { title: "uno" });
    await t.connections.cy.flush();
    expect([
      done.statusCode,
      (await t.boardRow())["version"],
      t.connections.cy.events("timer.delete").length,
    ]).toEqual([200, version + 2, received + 1]);
  });

  test("leaves the rule for whispers as it was: a failed attempt to hide avatars hides nothing [H3]", async () => {
    const t = await start();
    await t.facilitate({});
    const { database } = t.app.deps;
    await breakCommits(database);
    await t.send("ann", "PUT", "/facilitators", { option: "avatars", value: "hide" });
    await mendCommits(database);
    const before = t.connections.cy.events("client-edit.board-item").length;
    t.connections.bob.raw.send(
      "client-edit.board-item",
      { item_id: "x" },
      `presence-boards.${t.names.id("@retro")}`,
    );
    await t.connections.bob.flush();
    await t.connections.cy.flush();
    expect(t.connections.cy.events("client-edit.board-item")).toHaveLength(before + 1);
  });
});

const postgres = engines.find(({ name }) => name === "PostgreSQL");

describe.skipIf(postgres === undefined)("a connection to PostgreSQL that breaks", () => {
  let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
  let database: RetroDatabase;
  let drop: () => Promise<void>;
  afterAll(async () => {
    await database.close();
    await proxy.close();
    await drop();
  });
  const start = observeBoards(async () => {
    const placed = await (postgres as (typeof engines)[0]).place();
    drop = placed.drop;
    proxy = await startTcpProxy((placed.where as { databaseUrl: string }).databaseUrl);
    database = await openDatabaseAt({ databaseUrl: proxy.url });
    return buildTestApp({ database, frozenAt: noon });
  });

  test.each(few)(
    "within %s: 503, nothing is written or told; the next attempt succeeds once",
    async (_name, call) => {
      const t = await start();
      await inSession(t);
      // What is written last travels with COMMIT, which the next test cuts.
      proxy.cutAt('update "boards"');
      const failed = await t.send(...call);
      expect([failed.status, failed.code]).toEqual([503, "unavailable"]);
      expect((await t.sendOk(...call)).meta?.changes).not.toEqual([]);
    },
  );

  test.each(few)(
    "while COMMIT of %s is answered: no success, nothing is told; the same request again is harmless",
    async (_name, call) => {
      const t = await start();
      await inSession(t);
      const [who, method, path, body] = call;
      const version = (await t.boardRow())["version"] as number;
      const received = t.connections.cy.raw.received.filter(({ channel }) => channel !== undefined).length;
      proxy.cutAt("commit");
      const visitor = t.people[who];
      const url = t.url + t.names.resolve(path);
      const sent = t.names.resolve(body);
      const request = () =>
        ({ POST: visitor.post, PUT: visitor.put, DELETE: visitor.delete } as const)[method](url, sent);
      expect((await request()).statusCode).toBe(503);
      await t.connections.cy.flush();
      expect(t.connections.cy.raw.received.filter(({ channel }) => channel !== undefined)).toHaveLength(
        received,
      );
      expect((await request()).statusCode).toBe(200);
      // The database may have committed before the answer was lost, but not twice.
      expect((await t.boardRow())["version"]).toBe(version + 1);
    },
  );
});
