import { createHash, randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openDatabaseAt } from "../../db/engines/open.ts";
import { sqlitePages } from "../../db/space.ts";
import type { RetroDatabase } from "../../db/database.ts";
import { systemCaller } from "../../board/turn/caller.ts";
import { buildTestApp } from "../../testing/app.ts";
import type { TestApp, Visitor } from "../../testing/app.ts";
import { addSticker, flattenTree, makeBoard, treeOf } from "../../testing/boards.ts";
import { keepHouse } from "../../testing/housekeeping.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { strictRows } from "../../testing/databases/strict-rows.ts";
import { restoreBoard } from "../boards/management.ts";
import { binUnusedBoards } from "../boards/unused-boards.ts";
import { insertErasure } from "../privacy/erasure-store.ts";
import { Housekeeping } from "./housekeeping.ts";
import { NoticeReader, postBoardNotice, postUserNotice } from "../notices/notices.ts";
import { takeLease } from "../../db/leases.ts";

const day = 86_400_000;
const noon = Date.UTC(2026, 0, 15, 12);
const clean = (app: TestApp) => keepHouse(app);
const rowsOf = async (database: RetroDatabase, table: "boards" | "users" | "changes" | "logs" | "sessions") =>
  (await database.db.selectFrom(table).selectAll().execute()).length;

/** The visitor's session goes on, and their boards stay unused. */
async function passAMonth(app: TestApp, visitor: Visitor): Promise<void> {
  app.time.now += 16 * day;
  await visitor.get("/api/v1/users/auth");
  app.time.now += 15 * day + 1;
}

eachEngine("retention", (open) => {
  test("[P7, M4] a board that nobody has used for BOARD_RETENTION_DAYS, and not a day earlier, goes into the bin for 30 days", async () => {
    const days = 7;
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon, env: { BOARD_RETENTION_DAYS: `${days}` } });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    await addSticker(ann, board, "One");
    await ann.post(`${board.url}/facilitators`);
    await ann.put(`${board.url}/archive`, { archived: true });
    app.time.now += days * day;
    expect(await clean(app)).not.toHaveProperty("boards");
    app.time.now += day + 1;
    expect(await clean(app)).toMatchObject({ boards: 1 });
    const ben = await app.visitor();
    const until = new Date(app.time.now + 30 * day).toISOString();
    expect((await ben.get(board.url)).json()).toMatchObject({
      code: "board_in_bin",
      data: { may_restore: true, bin_until: until },
    });
    // Whoever restores it has used it, the operator too.
    for (const restore of [
      async () => expect((await ben.put(`${board.url}/restore`)).statusCode).toBe(200),
      () => restoreBoard({ deps: app.deps, boardId: board.id, caller: systemCaller }),
    ]) {
      await restore();
      expect(await clean(app)).not.toHaveProperty("boards");
      app.time.now += days * day + day + 1;
      expect(await clean(app)).toMatchObject({ boards: 1 });
    }
    app.time.now += 30 * day;
    expect(await clean(app)).not.toHaveProperty("boards in the bin");
    app.time.now += 1;
    expect(await clean(app)).toMatchObject({ "boards in the bin": 1 });
    for (const table of ["boards", "changes"] as const) expect(await rowsOf(database, table)).toBe(0);
    expect(await database.db.selectFrom("items").selectAll().execute()).toEqual([]);
  });

  test("[P7] the boards longest unused go into the bin first, and one that was used meanwhile stays", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon, env: { BOARD_RETENTION_DAYS: "30" } });
    const ann = await app.visitor();
    const ids: string[] = [];
    for (let i = 0; i < 4; i += 1) {
      ids.push((await makeBoard(ann)).id);
      app.time.now += day;
    }
    const left = async () =>
      (
        await database.db
          .selectFrom("boards")
          .select("id")
          .where("deleted_at", "is", null)
          .orderBy("created_at")
          .execute()
      ).map(({ id }) => id);
    app.time.now = noon + 34 * day;
    expect(await binUnusedBoards(app.deps, 30, 1, strictRows())).toEqual({ done: 1, more: true });
    expect(await left()).toEqual(ids.slice(1));
    expect(await binUnusedBoards(app.deps, 30, 5, strictRows())).toEqual({ done: 2, more: false });
    expect(await left()).toEqual(ids.slice(3));
    app.time.now += day;
    await (await app.visitor()).get(`/api/v1/boards/${ids[3]}`);
    expect(await binUnusedBoards(app.deps, 30, 5, strictRows())).toEqual({ done: 0, more: false });
    expect(await left()).toEqual(ids.slice(3));
  });

  test("a board with a user on it counts as used, so that the deletion continues with other boards", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    await app.listen();
    const ann = await app.visitor();
    const [shown] = [await makeBoard(ann), await makeBoard(ann)];
    await listenOn(app, ann, shown.id);
    await database.db.updateTable("boards").set({ last_used_at: 1 }).where("id", "=", shown.id).execute();
    app.time.now += 40 * day;
    expect(await binUnusedBoards(app.deps, 30, 1, strictRows())).toEqual({ done: 0, more: true });
    expect(await binUnusedBoards(app.deps, 30, 1, strictRows())).toEqual({ done: 1, more: true });
    const rows = await database.db
      .selectFrom("boards")
      .select(["id", "last_used_at"])
      .where("deleted_at", "is", null)
      .execute();
    expect(rows).toEqual([{ id: shown.id, last_used_at: app.time.now }]);
  });

  test("[P7] the next run continues with the change logs where the last one stopped", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon, env: { BOARD_RETENTION_DAYS: "0" } });
    const ann = await app.visitor();
    const boards = [];
    for (let i = 0; i < 45; i += 1) {
      const board = await makeBoard(ann);
      await addSticker(ann, board, "One");
      boards.push(board);
    }
    await passAMonth(app, ann);
    const housekeeping = new Housekeeping(app.deps);
    expect(await housekeeping.run()).toMatchObject({ "change log": 45 });
    const lease = () =>
      database.db.selectFrom("leases").select(["position", "expires_at"]).executeTakeFirst();
    expect(await lease()).toMatchObject({ position: expect.stringMatching(/^\d+ \S{22}$/), expires_at: 0 });
    await addSticker(ann, boards[0] ?? (await makeBoard(ann)), "Two");
    await passAMonth(app, ann);
    expect(await keepHouse(app, housekeeping)).toMatchObject({ "change log": 1 });
    expect(housekeeping.deletedCounts.get("change log")).toBe(46);
    expect(housekeeping.finishedAt).toBe(app.time.now);
  });

  test("[P7] a visitor is deleted after VISITOR_RETENTION_DAYS without activity; their stickers stay without an author", async () => {
    const database = await open();
    const env = { VISITOR_RETENTION_DAYS: "60", BOARD_RETENTION_DAYS: "0" };
    const app = await buildTestApp({ database, frozenAt: noon, env });
    const [ann, bob] = [await app.visitor({ name: "Ann" }), await app.visitor()];
    const board = await makeBoard(ann);
    const sticker = await addSticker(ann, board, "Hers");
    await bob.get(board.url);
    app.time.now += 25 * day;
    await bob.get("/api/v1/users/auth");
    app.time.now += 25 * day;
    await bob.get("/api/v1/users/auth");
    app.time.now += 10 * day;
    expect(await clean(app)).not.toHaveProperty("visitors");
    app.time.now += 2 * day;
    expect(await clean(app)).toMatchObject({ visitors: 1 });
    expect(await database.db.selectFrom("users").select("id").execute()).toEqual([{ id: bob.user.id }]);
    expect(flattenTree(await treeOf(bob, board.url)).find(({ id }) => id === sticker.id)).toMatchObject({
      title: "Hers",
      user_id: null,
    });
  });

  test("[P7] the change log of a quiet board is deleted; a client that asks for it loads the board again", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    const ann = await app.visitor();
    const [quiet, lively] = [await makeBoard(ann), await makeBoard(ann)];
    await addSticker(ann, quiet, "One");
    await addSticker(ann, lively, "Two");
    await passAMonth(app, ann);
    await ann.get(lively.url);
    expect(await clean(app)).toMatchObject({ "change log": 1 });
    expect((await ann.get(`${quiet.url}/changes?since=1`)).json()).toEqual({ data: { reload: true } });
    expect((await ann.get(`${lively.url}/changes?since=1`)).json().data.changes).toHaveLength(1);
    await passAMonth(app, ann);
    app.time.now += day;
    expect(await clean(app)).toMatchObject({ "change log": 1 });
  });

  test("[P7] feedback with its pictures, messages, used puzzles and failed sign-ins are deleted in time", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    const text = { name: "Ann", email: "ann@example.com", search: "", created_at: noon };
    for (let i = 0; i < 12; i += 1) {
      const id = randomUUID();
      await database.db
        .insertInto("feedback")
        .values({ ...text, id, user_id: null, comment: "Good" })
        .execute();
      const picture = { id: randomUUID(), feedback_id: id, position: 0, type: "image/png" };
      await database.db
        .insertInto("feedback_files")
        .values({ ...picture, bytes: Buffer.alloc(100) })
        .execute();
    }
    const message = { inquiry: "Question", subject: "Boards", message: "How?" };
    await database.db
      .insertInto("contacts")
      .values({ ...text, ...message, id: randomUUID() })
      .execute();
    await database.db
      .insertInto("used_solutions")
      .values({ id: createHash("sha256").digest("hex"), expires_at: noon + 1 })
      .execute();
    await database.db
      .insertInto("sign_in_failures")
      .values({ subject: "account:1", failures: 3, locked_until: noon })
      .execute();
    expect(await clean(app)).toEqual({});
    app.time.now += 2;
    expect(await clean(app)).toEqual({ "used puzzles": 1, "failed sign-ins": 1 });
    app.time.now = noon + 365 * day;
    expect(await clean(app)).toEqual({});
    app.time.now += 1;
    expect(await clean(app)).toEqual({ feedback: 12, "contact messages": 1 });
    expect(await database.db.selectFrom("feedback_files").select("id").execute()).toEqual([]);
  });
});

describe("housekeeping", () => {
  test("sessions, notices and interrupted erasures go in their time, and no earlier", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const { database } = app.deps;
    const ann = await app.visitor();
    await postUserNotice(app.deps, ann.user.id);
    await insertErasure(database.db, { user_id: (await app.visitor()).user.id, reason: "self" }, noon);
    expect(await clean(app)).toEqual({});
    app.time.now = noon + 60_000;
    expect(await clean(app)).toEqual({ "interrupted erasures": 1 });
    app.time.now = noon + 3_600_000;
    expect(await clean(app)).toEqual({});
    app.time.now += 1;
    expect(await clean(app)).toEqual({ notices: 1, "used puzzles": 2 });
    app.time.now = noon + 30 * day;
    expect(await clean(app)).toEqual({});
    app.time.now += 1;
    expect(await clean(app)).toEqual({ sessions: 1 });
    expect((await database.db.selectFrom("users").select("id").execute()).map(({ id }) => id)).toEqual([
      ann.user.id,
    ]);
  });

  test("[T12, D4] deleted stickers and actions are kept for a day, and not longer", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    const sticker = await addSticker(ann, board, "Gone");
    const action = (await ann.post(`${board.url}/actions`, { text: "Gone" })).json<{
      data: { id: string };
    }>();
    await ann.delete(`${board.url}/items/${sticker.id}`);
    await ann.delete(`${board.url}/actions/${action.data.id}`);
    app.time.now = noon + day;
    expect(await clean(app)).not.toHaveProperty("deleted stickers");
    app.time.now += 1;
    expect(await clean(app)).toMatchObject({ "deleted stickers": 1, "deleted actions": 1 });
  });

  test.each(["reading", "changing", "exporting"])("%s a board counts as its use", async (use) => {
    const app = await buildTestApp({
      frozenAt: noon,
      env: { BOARD_RETENTION_DAYS: "30", VISITOR_RETENTION_DAYS: "0" },
    });
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    app.time.now += 20 * day;
    const used =
      use === "reading"
        ? await ann.get(`${board.url}/changes?since=0`)
        : use === "changing"
          ? await ann.post(`${board.url}/items`, { title: "One", parent_id: board.columns[0] })
          : await ann.get(`/web/boards/${board.id}/export-markdown`);
    expect(used.statusCode).toBeLessThan(300);
    app.time.now += 20 * day;
    expect(await clean(app)).not.toHaveProperty("boards");
  });

  test("reading a board writes its last use once a day", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const { database } = app.deps;
    const ann = await app.visitor();
    const board = await makeBoard(ann);
    const lastUse = async () =>
      (await database.db.selectFrom("boards").select("last_used_at").executeTakeFirst())?.last_used_at;
    app.time.now += day - 1;
    await ann.get(board.url);
    expect(await lastUse()).toBe(noon);
    app.time.now += 1;
    await ann.get(board.url);
    expect(await lastUse()).toBe(noon + day);
  });

  test("0 keeps boards and visitors for ever", async () => {
    const env = { BOARD_RETENTION_DAYS: "0", VISITOR_RETENTION_DAYS: "0" };
    const app = await buildTestApp({ frozenAt: noon, env });
    const { database } = app.deps;
    const ann = await app.visitor();
    await makeBoard(ann);
    app.time.now += 36_000 * day;
    await clean(app);
    for (const table of ["boards", "users"] as const)
      expect([table, await rowsOf(database, table)]).toEqual([table, 1]);
    expect(await rowsOf(database, "sessions")).toBe(0);
  });

  test("a visitor with a living session is never deleted", async () => {
    const app = await buildTestApp({ frozenAt: noon, env: { VISITOR_RETENTION_DAYS: "31" } });
    const { database } = app.deps;
    await app.visitor();
    await database.db.updateTable("users").set({ seen_at: 0 }).execute();
    app.time.now += 29 * day;
    await clean(app);
    expect(await rowsOf(database, "users")).toBe(1);
    app.time.now += day;
    await clean(app);
    expect(await rowsOf(database, "users")).toBe(0);
  });

  test("[P4, P7] the activity log keeps no more than 90 days", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const { database } = app.deps;
    await (await app.visitor()).post("/api/v1/logger", { event: 100 });
    app.time.now += 90 * day;
    await (await app.visitor()).post("/api/v1/logger", { event: 101 });
    await clean(app);
    expect(await rowsOf(database, "logs")).toBe(2);
    app.time.now += 1;
    expect(await clean(app)).toMatchObject({ "activity log": 1 });
    expect(await database.db.selectFrom("logs").select("event_id").execute()).toEqual([{ event_id: 101 }]);
  });

  test("one of two processes does the work, and the other takes over when the lease has run out", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    const lease = { name: "housekeeping", holder: "another", now: 1000, expiresAt: 2000 };
    expect(await takeLease(database.db, lease)).toBe("");
    expect(await takeLease(database.db, { ...lease, holder: "third", now: 1999 })).toBeNull();
    expect(await takeLease(database.db, { ...lease, now: 1999, expiresAt: Date.now() + day })).toBe("");
    expect(await clean(app)).toBeNull();
    await database.db
      .updateTable("leases")
      .set({ expires_at: Date.now() - 1 })
      .execute();
    expect(await clean(app)).toEqual({});
  });

  test("a row that fails is counted, and neither the rows behind it nor other kinds wait for it", async () => {
    const app = await buildTestApp({ frozenAt: noon, env: { BOARD_RETENTION_DAYS: "30" } });
    const { database } = app.deps;
    const ann = await app.visitor();
    const boards = [];
    for (let i = 0; i < 7; i += 1) boards.push(await makeBoard(ann, `Board ${i}`));
    for (const { id } of boards.slice(0, 6))
      await database.db.updateTable("boards").set({ last_used_at: 1 }).where("id", "=", id).execute();
    const broken = boards.slice(0, 6).map(({ id }) => id);
    const members = app.deps.presence.members.bind(app.deps.presence);
    vi.spyOn(app.deps.presence, "members").mockImplementation(async (channel) => {
      if (broken.some((id) => channel.endsWith(id))) throw new Error("the row cannot be read");
      return members(channel);
    });
    app.time.now += 40 * day;
    const housekeeping = new Housekeeping(app.deps);
    expect(await housekeeping.run()).toMatchObject({ boards: 1 });
    expect([housekeeping.failures, housekeeping.finishedAt]).toEqual([6, app.time.now]);
    const binned = database.db.selectFrom("boards").select("id").where("deleted_at", "is not", null);
    expect(await binned.execute()).toEqual([{ id: boards[6]?.id }]);
  });

  test("a run ends when another process has taken the lease, and leaves that process's position alone", async () => {
    const app = await buildTestApp({ frozenAt: noon, env: { BOARD_RETENTION_DAYS: "30" } });
    const { database } = app.deps;
    await makeBoard(await app.visitor());
    app.time.now += 40 * day;
    const members = app.deps.presence.members.bind(app.deps.presence);
    const lost = { holder: "another", position: "7 there", expires_at: Date.now() + day };
    // The boards come after the change log, which stores its position, and before the bin.
    vi.spyOn(app.deps.presence, "members").mockImplementation(async (channel) => {
      await database.db.updateTable("leases").set(lost).execute();
      return members(channel);
    });
    const housekeeping = new Housekeeping(app.deps);
    expect(await housekeeping.run()).toMatchObject({ boards: 1 });
    expect(housekeeping.finishedAt).toBe(0);
    expect(await database.db.selectFrom("leases").select(["holder", "position"]).execute()).toEqual([
      { holder: "another", position: "7 there" },
    ]);
  });

  test("a task that fails is counted, and the others still run", async () => {
    const app = await buildTestApp({ frozenAt: noon, env: { BOARD_RETENTION_DAYS: "30" } });
    const { database } = app.deps;
    await makeBoard(await app.visitor());
    app.time.now += 40 * day;
    await sql`alter table sign_in_failures rename to hidden_table`.execute(database.db);
    const housekeeping = new Housekeeping(app.deps);
    expect(await housekeeping.run()).toMatchObject({ boards: 1 });
    expect([housekeeping.failures, housekeeping.deletedCounts.get("boards")]).toEqual([1, 1]);
    await sql`alter table hidden_table rename to sign_in_failures`.execute(database.db);
    expect((await app.app.inject("/metrics")).body).toContain(
      'retro_housekeeping_deleted_total{what="boards"} 0',
    );
  });

  test("a deletion by npm run admin ends connections and is fetched by open browsers, once", async () => {
    // The server's own reader does not run: the test counts what its reader sends.
    vi.useFakeTimers({ toFake: ["setInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const app = await buildTestApp();
    await app.listen();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const [hers, his] = [await listenOn(app, ann, board.id), await listenOn(app, bob, board.id)];
    await postBoardNotice(app.deps, board.id, 7);
    await postUserNotice(app.deps, bob.user.id);
    const reader = new NoticeReader(app.deps);
    await reader.read();
    await reader.read();
    await hers.flush();
    expect(hers.events("board-items.update")).toEqual([{ version: 7, fetch: true }]);
    expect(his.events("session.ended")).toHaveLength(1);
    expect(hers.events("pusher_internal:member_removed")).toEqual([{ user_id: bob.user.id }]);
  });
});

test("the SQLite file shrinks after a deletion, and keeps a reserve of free pages", async () => {
  const folder = mkdtempSync(join(tmpdir(), "retro-space-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const database = await openDatabaseAt({ folder });
  onTestFinished(() => database.close());
  const app = await buildTestApp({ database, frozenAt: noon });
  for (let i = 0; i < 12; i += 1) {
    const row = { id: randomUUID(), user_id: null, name: "", email: null, comment: "", search: "" };
    await database.db
      .insertInto("feedback")
      .values({ ...row, created_at: noon })
      .execute();
    const picture = { id: randomUUID(), feedback_id: row.id, position: 0, type: "image/png" };
    await database.db
      .insertInto("feedback_files")
      .values({ ...picture, bytes: Buffer.alloc(1_000_000) })
      .execute();
  }
  const size = async () => {
    await sql`pragma wal_checkpoint(truncate)`.execute(database.db);
    return statSync(join(folder, "retro.db")).size;
  };
  expect(await size()).toBeGreaterThan(12_000_000);
  app.time.now += 365 * day + 1;
  await clean(app);
  expect(await size()).toBeLessThan(4_000_000);
  const pages = await sqlitePages(database.db);
  expect(pages.free).toBeGreaterThan(0);
});
