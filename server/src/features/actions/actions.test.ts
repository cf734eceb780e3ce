import { describe, expect, test } from "vitest";
import type { Action } from "@retro/contract/actions";
import { type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";
import { describeReceived } from "../../testing/received-events.ts";
import type { FixtureUser } from "../../testing/board-fixture.ts";

/** Answers, tables and events of the commands on actions; `send` checks what every connection sees. */
const start = observeBoards();

const add = (t: ObservedBoard, by: FixtureUser, text: string, more: object = {}) =>
  t.sendOk(by, "POST", "/actions", { text, ...more });
const texts = async (t: ObservedBoard, by: FixtureUser = "ann") =>
  ((await t.send(by, "GET", "/actions")).data as Action[]).map((each) => each.text);

describe("adding", () => {
  test("[D1] an action has a text, an owner, a date and a place, and everyone gets it", async () => {
    const t = await start();
    const done = await add(t, "bob", "  Call Bob ", { owner_name: "Ops", due_on: "2026-12-24" });
    expect(done.data).toMatchObject({
      text: "Call Bob",
      hidden: false,
      owner_id: null,
      owner_name: "Ops",
      due_on: "2026-12-24",
      status: "open",
      source_item_id: null,
      user_id: "@bob",
      rev: 1,
    });
    expect(describeReceived(done).cy).toEqual(["presence board-items.update: action @!Call-Bob"]);
    expect(Object.keys(done.stored)).toEqual(["boards", "actions"]);
    expect((await t.send("cy", "GET", "")).data).toMatchObject({ action_count: 1 });
  });

  test("[T7] the same id by the same author is the same action; anyone else's is refused", async () => {
    const t = await start();
    const id = crypto.randomUUID();
    await add(t, "bob", "one", { id });
    const again = await add(t, "bob", "other text", { id });
    expect([again.data, again.meta?.changes]).toMatchObject([{ text: "one" }, []]);
    const stolen = await t.send("ann", "POST", "/actions", { text: "mine", id });
    expect([stolen.status, stolen.code]).toEqual([409, "id_taken"]);
  });

  test("[T7] a request that is sent again is answered as before, although the board has become full meanwhile", async () => {
    const t = await start();
    const id = crypto.randomUUID();
    await add(t, "bob", "one", { id });
    await t.app.deps.database.db.updateTable("boards").set({ action_count: 200 }).execute();
    const again = await t.people.bob.post(`${t.url}/actions`, { text: "one", id });
    expect([again.statusCode, again.json()]).toMatchObject([
      201,
      { data: { text: "one" }, meta: { changes: [] } },
    ]);
  });

  test("[D1] the owner is a person on the board, with the name that the server knows", async () => {
    const t = await start();
    const done = await add(t, "bob", "one", { owner_id: "@cy", owner_name: "not this name" });
    const owner = done.data as Action;
    expect(owner.owner_id).toBe("@cy");
    expect(owner.owner_name).toBe(t.people.cy.user.name);
  });

  test("an attacker cannot learn the name of a user who is not on the board by making them an owner", async () => {
    const t = await start();
    const stranger = await t.app.visitor({ name: "Secret Stranger" });
    const ask = (owner: object) =>
      t.people.bob.post(`${t.url}/actions`, { text: "one", owner_id: stranger.user.id, ...owner });
    const refused = await ask({});
    expect([refused.statusCode, refused.json<{ errors: object }>().errors]).toEqual([
      422,
      { owner_id: ["This person is not on the board"] },
    ]);
    const named = await ask({ owner_name: "Sam" });
    expect(named.json()).toMatchObject({ data: { owner_id: null, owner_name: "Sam" } });
    expect(named.body).not.toContain("Secret");
  });

  test("[D1] a board has at most 200 actions", async () => {
    const t = await start();
    await add(t, "bob", "one");
    await t.app.deps.database.db.updateTable("boards").set({ action_count: 200 }).execute();
    const answer = await t.people.bob.post(`${t.url}/actions`, { text: "one too many" });
    expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([
      422,
      { text: ["A board can have at most 200 actions"] },
    ]);
    const { id } = { id: t.names.id("@!one") };
    await t.app.deps.database.db.updateTable("boards").set({ action_count: 1 }).execute();
    expect((await t.people.bob.delete(`${t.url}/actions/${id}`)).statusCode).toBe(200);
  });
});

describe("changing", () => {
  test("[D1] an owner who has left stays the owner through other edits", async () => {
    const t = await start();
    await add(t, "bob", "one", { owner_id: "@bob" });
    await t.app.deps.database.db
      .updateTable("actions")
      .set({ owner_id: t.names.id("@dan") })
      .execute();
    const edited = await t.people.bob.put(`${t.url}/actions/${t.names.id("@!one")}`, {
      text: "uno",
      owner_id: t.names.id("@dan"),
    });
    expect(edited.json()).toMatchObject({ data: { text: "uno", owner_id: t.names.id("@dan") } });
  });

  test("[D1] a move between actions with the same key: everyone gets the new keys of the others too", async () => {
    const t = await start();
    for (const text of ["one", "two", "three"]) await add(t, "bob", text);
    await t.app.deps.database.db.updateTable("actions").set({ order_key: "a0" }).execute();
    await t.facilitate({});
    const [first, second] = await texts(t);
    const last = (await texts(t)).at(-1);
    // `send` compares what the events show with a fresh read.
    await t.sendOk("bob", "PUT", `/actions/@!${last}/position`, { after_id: `@!${first}` });
    expect(await texts(t)).toEqual([first, last, second]);
  });

  const placeOf = async (t: ObservedBoard, text: string) => {
    const list = (await t.send("bob", "GET", "/actions")).data as Action[];
    return { order: list.find((each) => each.text === text)?.order };
  };

  test("[T9] attack: a repeated move that names its place does not undo another user's newer move", async () => {
    const t = await start();
    for (const text of ["one", "two", "three"]) await add(t, "bob", text);
    const body = { after_id: null, from: await placeOf(t, "three") };
    await t.sendOk("bob", "PUT", "/actions/@!three/position", body);
    await t.sendOk("cy", "PUT", "/actions/@!three/position", { after_id: "@!one" });
    const again = await t.send("bob", "PUT", "/actions/@!three/position", body);
    expect([again.status, again.code, again.data]).toMatchObject([409, "conflict", { text: "three" }]);
    expect(again.data).toMatchObject(await placeOf(t, "three"));
    const before = { after_id: null, from: await placeOf(t, "one") };
    expect((await t.send("bob", "PUT", "/actions/@!three/position", before)).code).toBe("conflict");
    expect(await texts(t)).toEqual(["one", "three", "two"]);
  });
});

describe("deleting and restoring", () => {
  test("[D4] nobody but its deleter restores an action, and not after a day", async () => {
    const t = await start();
    await add(t, "bob", "one");
    await t.sendOk("ann", "DELETE", "/actions/@!one");
    expect((await t.send("bob", "POST", "/actions/@!one/restore")).status).toBe(404);
    t.app.time.now += 24 * 3_600_000 + 1;
    const url = `${t.url}/actions/${t.names.id("@!one")}/restore`;
    expect((await t.people.ann.post(url)).statusCode).toBe(404);
    t.app.time.now -= 1;
    expect((await t.people.ann.post(url)).statusCode).toBe(200);
  });

  test("[D1, D4] attack: a restored action does not exceed the 200 of a board, and can be restored once there is room", async () => {
    const t = await start();
    await add(t, "bob", "one");
    await t.sendOk("bob", "DELETE", "/actions/@!one");
    const id = t.names.id("@!one");
    const restore = () => t.people.bob.post(`${t.url}/actions/${id}/restore`);
    const setCount = (count: number) =>
      t.app.deps.database.db.updateTable("boards").set({ action_count: count }).execute();
    await setCount(200);
    const refused = await restore();
    expect([refused.statusCode, refused.json<{ errors: object }>().errors]).toEqual([
      422,
      { text: ["A board can have at most 200 actions"] },
    ]);
    expect((await t.people.bob.get(`${t.url}/actions`)).json()).toMatchObject({ data: [] });
    await setCount(0);
    expect((await restore()).statusCode).toBe(200);
    expect((await t.people.bob.get(`${t.url}/actions`)).json()).toMatchObject({
      data: [{ id, text: "one" }],
    });
  });

  test("[D4] of each board the newest 200 deleted actions are kept", async () => {
    const t = await start();
    await add(t, "bob", "one");
    await add(t, "bob", "two");
    await t.sendOk("ann", "DELETE", "/actions/@!one");
    const { db } = t.app.deps.database;
    const row = await db.selectFrom("deleted_actions").selectAll().executeTakeFirstOrThrow();
    // One more than is kept, and each a second older; on another board there is room.
    for (let n = 1; n <= 200; n += 1)
      await db
        .insertInto("deleted_actions")
        .values({
          ...row,
          id: crypto.randomUUID(),
          text: `older ${n}`,
          deleted_at: row.deleted_at - n * 1000,
        })
        .execute();
    const elsewhere = { id: crypto.randomUUID(), board_id: t.names.id("@other"), deleted_at: 0 };
    await db
      .insertInto("deleted_actions")
      .values({ ...row, ...elsewhere })
      .execute();
    t.app.time.now += 1000;
    expect((await t.people.ann.delete(`${t.url}/actions/${t.names.id("@!two")}`)).statusCode).toBe(200);
    const kept = await db.selectFrom("deleted_actions").select(["text", "board_id"]).execute();
    const here = kept.filter(({ board_id }) => board_id === row.board_id).map(({ text }) => text);
    expect([here.length, here.includes("two"), here.includes("one"), here.includes("older 198")]).toEqual([
      200,
      true,
      true,
      true,
    ]);
    expect([here.includes("older 199"), kept.length]).toEqual([false, 201]);
    await db.deleteFrom("deleted_actions").execute();
  });

  test("[D5] a copy of the board has no actions", async () => {
    const t = await start();
    await add(t, "bob", "one", { source_item_id: "@one" });
    const made = await t.people.bob.post(`${t.url}/copies`, { stickers: true });
    const { id } = made.json<{ data: { id: string } }>().data;
    expect((await t.people.bob.get(`/api/v1/boards/${id}/actions`)).json()).toMatchObject({ data: [] });
    await t.people.bob.delete(`/api/v1/boards/${id}`);
  });
});
