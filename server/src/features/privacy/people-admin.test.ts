import { describe, expect, test } from "vitest";
import { signInAdmin } from "../../testing/admin.ts";
import { type TestApp, buildTestApp } from "../../testing/app.ts";
import { addSticker, flattenTree, makeBoard, treeOf } from "../../testing/boards.ts";
import { facilitate } from "../../testing/sticker-fixture.ts";
import { unwatchedDatabase } from "../../testing/databases/query-plans.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { strictRows } from "../../testing/databases/strict-rows.ts";
import { eraseInactiveVisitors, erasePerson, resumeErasures } from "./erase.ts";
import {
  deleteSentData,
  erasePersonFromCli,
  maxMatches,
  searchPeople,
  countPersonTraces,
} from "./people-admin.ts";
import { insertErasure } from "./erasure-store.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const day = 86_400_000;

/** The dependencies of commands of the command line, which read whole tables. */
const operator = ({ deps }: TestApp) => ({ database: unwatchedDatabase(deps.database) });

eachEngine("looking for a person", (open) => {
  test("finds by id, by a part of the name in any letters, and by the address of feedback or an account", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    const [ann, anna, bob] = [
      await app.visitor({ name: "Ann Lee" }),
      await app.visitor({ name: "АННА Ёлкина" }),
      await app.visitor({ name: "Bob" }),
    ];
    const root = await signInAdmin(app);
    const found = async (words: string) =>
      (await searchPeople(operator(app), words)).people.map(({ name }) => name).toSorted();
    expect((await searchPeople(operator(app), ` ${ann.user.id} `)).people).toEqual([
      { id: ann.user.id, role: "anonymous", name: "Ann Lee", created_at: noon, seen_at: noon },
    ]);
    expect(await found("lee")).toEqual(["Ann Lee"]);
    expect(await found("елкина")).toEqual([anna.user.name]);
    expect(await found("%")).toEqual([]);
    expect(await found(" ")).toEqual([]);
    const row = { name: "x", comment: "x", search: "", created_at: noon };
    await database.db
      .insertInto("feedback")
      .values([
        { ...row, id: "f1", user_id: bob.user.id, email: "Bob@Example.com" },
        { ...row, id: "f2", user_id: ann.user.id, email: "ann@example.com" },
      ])
      .execute();
    expect(await found("bob@EXAMPLE.com")).toEqual(["Bob"]);
    expect((await searchPeople(operator(app), "ROOT@example.com")).people).toMatchObject([
      { id: root.user.id, role: "admin" },
    ]);
    expect(await searchPeople(operator(app), "nobody@example.com")).toEqual({
      people: [],
      sent: { feedback: 0, contacts: 0, subscribers: 0 },
    });
    for (let i = 0; i <= maxMatches; i += 1) await app.visitor({ name: `Otter ${i}` });
    expect(await found("otter")).toHaveLength(20);
  });

  test("counts what was sent under an address in any letters, and deletes that alone", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const text = { name: "Ann", search: "", created_at: 0 };
    for (const [id, email] of [
      ["1", "Ann@example.com"],
      ["2", "ann@example.com"],
      ["3", "bob@example.com"],
    ] as const) {
      await database.db
        .insertInto("feedback")
        .values({ ...text, id, email, user_id: null, comment: "" })
        .execute();
      const message = { inquiry: "", subject: "", message: "" };
      await database.db
        .insertInto("contacts")
        .values({ ...text, ...message, id, email })
        .execute();
    }
    for (const name of ["ann", "bob"])
      await database.db
        .insertInto("subscribers")
        .values({ id: name, email: `${name}@example.com`, search: "", created_at: 0 })
        .execute();
    const sent = async (email: string) => (await searchPeople(operator(app), email)).sent;
    expect(await sent("ANN@example.com")).toEqual({ feedback: 2, contacts: 2, subscribers: 1 });
    await deleteSentData(operator(app), "ANN@example.com");
    expect(await sent("ann@example.com")).toEqual({ feedback: 0, contacts: 0, subscribers: 0 });
    expect(await sent("bob@example.com")).toEqual({ feedback: 1, contacts: 1, subscribers: 1 });
  });

  test("counts what there is of one person, and not of others", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(bob);
    const [one] = [await addSticker(ann, board, "One"), await addSticker(ann, board, "Two")];
    const his = await addSticker(bob, board, "His");
    for (const who of [ann, bob]) {
      await who.post(`${board.url}/items/${one.id}/vote`);
      await who.post("/api/v1/logger", { event: 100 });
    }
    await ann.post(`${board.url}/items/${his.id}/vote`);
    await ann.post(`${board.url}/items/${(await addSticker(ann, board, "Three")).id}/vote`);
    await ann.get(board.url);
    const row = { user_id: ann.user.id, name: "", email: null, comment: "", search: "", created_at: 0 };
    await database.db
      .insertInto("feedback")
      .values({ ...row, id: "1" })
      .execute();
    expect(await countPersonTraces(app.deps, ann.user.id)).toEqual({
      sessions: 1,
      boards: 1,
      stickers: 3,
      votes: 3,
      feedback: 1,
      logs: 1,
    });
  });
});

eachEngine("what an erasure deletes", (open) => {
  test("[P6] nothing of other users is deleted: their visits, votes, log, feedback, templates and seat stay", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(bob);
    await ann.get(board.url);
    await facilitate(bob, board, { showStickerDate: true });
    const sticker = await addSticker(bob, board, "His");
    for (const who of [ann, bob]) {
      await who.post(`${board.url}/items/${sticker.id}/vote`);
      await who.post("/api/v1/logger", { event: 100 });
      await who.post(`${board.url}/template`, { title: "Own" });
      const row = { name: "", email: null, comment: "", search: "", created_at: noon };
      await database.db
        .insertInto("feedback")
        .values({ ...row, id: who.user.id, user_id: who.user.id })
        .execute();
    }
    await ann.delete(`/api/v1/users/${ann.user.id}`);
    for (const table of ["visits", "votes", "logs", "feedback", "own_templates", "sessions"] as const) {
      const rows = await database.db.selectFrom(table).select("user_id").execute();
      expect([table, rows]).toEqual([table, [{ user_id: bob.user.id }]]);
    }
    expect((await bob.get(board.url)).json().data).toMatchObject({
      facilitator_id: bob.user.id,
      facilitator_options: { showStickerDate: true },
    });
    const touched = (await database.db.selectFrom("changes").select("touched").execute()).map(
      (row) => row.touched,
    );
    expect(touched.join()).toContain(bob.user.id);
    expect(touched.join()).not.toContain(ann.user.id);
  });

  test("[P7] the visitors longest inactive are deleted first, some at a time; boards that only they used stay", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    const seenLater = async () => {
      const made = await app.visitor();
      app.time.now += day;
      return made;
    };
    const [oldest, middle, youngest] = [await seenLater(), await seenLater(), await seenLater()];
    const board = await makeBoard(oldest);
    await signInAdmin(app);
    await database.db.updateTable("users").set({ seen_at: noon }).where("id", "=", oldest.user.id).execute();
    app.time.now = noon + 102 * day;
    await database.db.deleteFrom("sessions").execute();
    const left = async () =>
      new Set(
        (await database.db.selectFrom("users").select("id").where("role", "=", "anonymous").execute()).map(
          ({ id }) => id,
        ),
      );
    expect(await eraseInactiveVisitors(app.deps, 100, 1, strictRows())).toEqual({ done: 1, more: true });
    expect(await left()).toEqual(new Set([middle.user.id, youngest.user.id]));
    expect(await eraseInactiveVisitors(app.deps, 100, 1, strictRows())).toEqual({ done: 0, more: false });
    app.time.now += 30 * day;
    expect(await eraseInactiveVisitors(app.deps, 100, 5, strictRows())).toEqual({ done: 2, more: false });
    expect(await left()).toEqual(new Set());
    expect((await database.db.selectFrom("boards").select("id").execute()).map(({ id }) => id)).toEqual([
      board.id,
    ]);
    expect((await database.db.selectFrom("users").select("role").execute()).map(({ role }) => role)).toEqual([
      "admin",
    ]);
  });

  test("an erasure that an administrator began keeps its kind, and is finished with the others, some at a time", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: noon });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(bob);
    await facilitate(ann, board, { hideContent: true });
    await insertErasure(database.db, { user_id: ann.user.id, reason: "admin" }, noon);
    await insertErasure(database.db, { user_id: ann.user.id, reason: "self" }, noon);
    await insertErasure(database.db, { user_id: (await app.visitor()).user.id, reason: "self" }, noon);
    app.time.now += 60_000;
    expect(await resumeErasures(app.deps, 1, strictRows())).toEqual({ done: 1, more: true });
    expect(await resumeErasures(app.deps, 5, strictRows())).toEqual({ done: 1, more: false });
    expect(await resumeErasures(app.deps, 5, strictRows())).toEqual({ done: 0, more: false });
    expect((await bob.get(board.url)).json().data).toMatchObject({
      facilitator_id: null,
      facilitator_options: { hideContent: true },
    });
  });
});

describe("an erasure", () => {
  test("[P6] votes on several boards stay counted, each on its own board", async () => {
    const app = await buildTestApp();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const voted = [];
    for (const board of [await makeBoard(bob), await makeBoard(bob)]) {
      const sticker = await addSticker(bob, board, "His");
      for (const who of [ann, bob]) await who.post(`${board.url}/items/${sticker.id}/vote`);
      voted.push({ board, sticker });
    }
    expect(await erasePerson(app.deps, ann.user.id)).toBe(true);
    for (const { board, sticker } of voted)
      expect(flattenTree(await treeOf(bob, board.url)).find(({ id }) => id === sticker.id)?.votes).toBe(2);
  });

  test("an erasure is no use of the boards that it changes", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const { database } = app.deps;
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(bob);
    await addSticker(ann, board, "Hers");
    app.time.now += 2 * day;
    expect(await erasePerson(app.deps, ann.user.id)).toBe(true);
    const { version, last_used_at } = await database.db
      .selectFrom("boards")
      .selectAll()
      .executeTakeFirstOrThrow();
    expect([version, last_used_at]).toEqual([3, noon]);
  });

  test("a board that another user made, and nobody has opened since, stays", async () => {
    const app = await buildTestApp();
    const { database } = app.deps;
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(bob);
    await addSticker(ann, board, "Hers");
    await database.db.deleteFrom("visits").execute();
    await ann.delete(`/api/v1/users/${ann.user.id}`);
    expect((await bob.get(board.url)).statusCode).toBe(200);
  });

  test("beside the server: every changed or deleted board gets a notice, and then the user", async () => {
    const app = await buildTestApp({ frozenAt: noon });
    const { database } = app.deps;
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const [own, his] = [await makeBoard(ann), await makeBoard(bob)];
    await addSticker(ann, his, "Hers");
    expect(await erasePersonFromCli(app.deps, ann.user.id)).toBe(true);
    const notices = await database.db
      .selectFrom("notices")
      .select(["kind", "subject_id", "version"])
      .execute();
    const inOrder = notices.toSorted((a, b) => a.version - b.version);
    expect(inOrder).toEqual([
      { kind: "user", subject_id: ann.user.id, version: 0 },
      { kind: "board", subject_id: own.id, version: 2 },
      { kind: "board", subject_id: his.id, version: 3 },
    ]);
    expect(await erasePersonFromCli(app.deps, ann.user.id)).toBe(false);
    expect(await database.db.selectFrom("notices").select("id").execute()).toHaveLength(3);
    const root = await signInAdmin(app);
    expect(await erasePerson(app.deps, root.user.id)).toBe(false);
    expect((await root.get("/api/v1/users/auth")).statusCode).toBe(200);
  });
});
