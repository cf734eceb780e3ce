import type { Board } from "@retro/contract/boards";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { afterBoard, type Space } from "@retro/contract/spaces/spaces";
import { describe, expect, test } from "vitest";
import { sha256 } from "../../http/session/secrets.ts";
import { buildTestApp } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { listenOnSpace, makeSpace, makeSpaceBoard, openNewSpace, openSpace } from "../../testing/spaces.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { deleteBoard } from "../boards/board-deletion.ts";

const start = Date.UTC(2026, 10, 22);

eachEngine("a team's space", (open) => {
  test("[G1] whoever has its link opens it; the server stores only the key's hash", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: start });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann, "  Платформа  ");
    expect(key).toMatch(/^[\w-]{22}$/);
    expect(await openSpace(bob, key)).toEqual({
      name: "Платформа",
      channel: expect.stringMatching(/^[\w-]{22}$/),
      boards: [],
      board_count: 0,
      archived_count: 0,
      bin_count: 0,
      chart: [{ month: "2026-11", boards: 0, actions_created: 0, actions_done: 0 }],
      defaults: {},
      tracker: null,
    });
    const rows = await database.db.selectFrom("spaces").selectAll().execute();
    expect(rows.map(({ key_hash }) => key_hash)).toEqual([sha256(key)]);
    expect(JSON.stringify(rows)).not.toContain(key);
    expect((await bob.put(`/api/v1/spaces/${key}`, { name: "Platform" })).statusCode).toBe(200);
    expect((await openSpace(ann, key)).name).toBe("Platform");
    expect((await ann.post("/api/v1/spaces", { name: " " })).json<{ errors: object }>().errors).toEqual({
      name: ["Name field is required."],
    });
  });

  test("[G3] a board is made in a space, or moved into it; moving it to another replaces the first", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: start });
    const ann = await app.visitor();
    const [one, two] = [await makeSpace(ann, "One"), await makeSpace(ann, "Two")];
    const made = await makeSpaceBoard(ann, one, { title: "First" });
    app.time.now += 60_000;
    const other = await makeBoard(ann, "Second");
    const move = (key: string, leaving?: string) =>
      ann.put(`/api/v1/spaces/${key}/boards/${other.id}`, { leaving });
    const boardsOf = async (key: string) => (await openSpace(ann, key)).boards.map(({ title }) => title);

    expect((await move(one)).statusCode).toBe(200);
    expect(await boardsOf(one)).toEqual(["Second", "First"]);
    expect((await openSpace(ann, one)).boards[1]).toEqual({
      id: made.id,
      title: "First",
      section_count: made.sections.length,
      sticker_count: 0,
      created_at: new Date(start).toISOString(),
      can_edit: true,
    });
    expect((await move(two, one)).statusCode).toBe(200);
    // To where it is already.
    expect((await move(two)).statusCode).toBe(200);
    expect([await boardsOf(one), await boardsOf(two)]).toEqual([["First"], ["Second"]]);
    const out = (key: string) => ann.delete(`/api/v1/spaces/${key}/boards/${other.id}`);
    expect((await out(one)).statusCode).toBe(404);
    expect((await out(two)).statusCode).toBe(200);
    expect(await boardsOf(two)).toEqual([]);
    expect((await out(two)).statusCode).toBe(404);
    expect((await ann.put(`/api/v1/spaces/${one}/boards/unknown`)).statusCode).toBe(404);
  });

  test("[G1] boards in the archive are listed separately, and those in the bin not at all", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const ann = await app.visitor();
    const key = await makeSpace(ann);
    const ids: string[] = [];
    for (const title of ["Here", "Archived", "Deleted"])
      ids.push((await makeSpaceBoard(ann, key, { title })).id);
    const mark = (id: string, values: { archived_at?: number; deleted_at?: number }) =>
      database.db.updateTable("boards").set(values).where("id", "=", id).execute();
    await mark(ids[1]!, { archived_at: 1 });
    // A board that was in the archive before it went into the bin is only in the bin.
    await mark(ids[2]!, { archived_at: 1, deleted_at: 1 });
    const space = await openSpace(ann, key);
    expect([space.boards.map(({ title }) => title), space.board_count, space.archived_count]).toEqual([
      ["Here"],
      1,
      1,
    ]);
    const list = await ann.get(`/api/v1/spaces/${key}/boards?shelf=archived`);
    expect(list.json<{ data: { title: string }[] }>().data.map(({ title }) => title)).toEqual(["Archived"]);
    expect((await ann.delete(`/api/v1/spaces/${key}/boards/${ids[2]}`)).statusCode).toBe(404);
  });

  test("a long list comes in pages", async () => {
    const database = await open();
    const app = await buildTestApp({ database });
    const ann = await app.visitor();
    const key = await makeSpace(ann);
    const board = await makeSpaceBoard(ann, key);
    const row = await database.db
      .selectFrom("boards")
      .selectAll()
      .where("id", "=", board.id)
      .executeTakeFirst();
    const rows = Array.from({ length: 59 }, (_, i) => ({ ...row!, id: `board-${i}`, created_at: i }));
    await database.db.insertInto("boards").values(rows).execute();
    const { boards, board_count } = await openSpace(ann, key);
    expect([boards.length, board_count]).toEqual([50, 60]);
    const page = async (query: string) =>
      (await ann.get(`/api/v1/spaces/${key}/boards?${query}`)).json<{ data: { id: string }[] }>().data;
    const next = await page(`after=${afterBoard(boards.at(-1)!)}`);
    expect(next.map(({ id }) => id)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((i) => `board-${i}`));
  });
});

describe("a space", () => {
  test("[G12] a call carries the key in a header, for reads and writes; without it there is no space", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    const key = await makeSpace(ann, "Platform");
    const headers = { "x-space-key": key };
    const read = await ann.get("/api/v1/space", headers);
    expect([read.statusCode, read.json<{ data: { name: string } }>().data.name]).toEqual([200, "Platform"]);
    expect((await ann.put("/api/v1/space", { name: "New" }, headers)).statusCode).toBe(200);
    expect((await ann.post("/api/v1/space/boards?", { title: "Retro" }, headers)).statusCode).toBe(201);
    expect((await openSpace(ann, key)).boards.map(({ title }) => title)).toEqual(["Retro"]);
    for (const [path, wrong] of [
      ["/api/v1/space", {}],
      ["/api/v1/space", { "x-space-key": "../users/auth" }],
      ["/api/v1/space", { "x-space-key": `${key}/boards` }],
      ["/api/v1/space/boards", { "x-space-key": "A".repeat(22) }],
      ["/api/v1/spaceship", headers],
    ] as const)
      expect([path, (await ann.get(path, wrong)).statusCode]).toEqual([path, expect.toBeOneOf([404, 422])]);
  });

  test("[G3, E1] while a board has a facilitator, nobody else moves it in or out", async () => {
    const app = await buildTestApp();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const board = await makeBoard(bob);
    const path = `/api/v1/spaces/${key}/boards/${board.id}`;
    await bob.post(`${board.url}/facilitators`);
    expect((await ann.put(path)).json()).toMatchObject({ code: "board_locked" });
    expect((await openSpace(ann, key)).board_count).toBe(0);
    expect((await bob.put(path)).statusCode).toBe(200);
    expect((await openSpace(ann, key)).boards[0]?.can_edit).toBe(false);
    expect((await ann.delete(path)).json()).toMatchObject({ code: "board_locked" });
    expect((await openSpace(ann, key)).board_count).toBe(1);
    expect((await bob.delete(path)).statusCode).toBe(200);
  });

  test("[G5] a new board starts with the last template, timer and options; its creator facilitates it", async () => {
    const app = await buildTestApp();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const first = await makeSpaceBoard(ann, key, { template: "Sailboat" });
    const url = `/api/v1/boards/${first.id}`;
    await ann.post(`${url}/timers`, { count_time: 420 });
    await ann.put(`${url}/facilitators`, { option: "hideContent", value: true });
    await ann.put(`${url}/facilitators`, { option: "votes", value: { limit: 3, item: "board" } });
    await ann.delete(`${url}/facilitators`);
    const options = { ...noOptions, hideContent: true, votes: { limit: 3, item: "board" } };
    expect((await openSpace(bob, key)).defaults).toEqual({ template: "Sailboat", timer: 420, options });

    const next = await makeSpaceBoard(bob, key);
    expect(next).toMatchObject({ facilitator_id: bob.user.id, facilitator_options: options });
    expect(next.timer).toMatchObject({ startTime: null, countTime: 420 });
    expect(next.sections.map(({ title }) => title)).toEqual(first.sections.map(({ title }) => title));
    expect((await bob.get(`/api/v1/boards/${next.id}`)).json<{ data: Board }>().data).toMatchObject({
      facilitator_id: bob.user.id,
      facilitator_options: options,
    });

    await makeSpaceBoard(ann, key, { template: "Лин-кофе" });
    const inRussian = await ann.get(`/api/v1/spaces/${key}`, { "accept-language": "ru" });
    expect((await openSpace(ann, key)).defaults.template).toBe("Lean Coffee");
    expect(inRussian.json<{ data: Space }>().data.defaults.template).toBe("Lean Coffee");
    expect((await makeSpaceBoard(bob, key)).sections[0]?.title).toBe("To discuss");

    const plain = await makeSpaceBoard(bob, key, { defaults: false });
    expect(plain).toMatchObject({ facilitator_id: null, facilitator_options: noOptions });
    expect(plain.sections).not.toEqual(first.sections);
    const elsewhere = await makeBoard(ann);
    await ann.post(`${elsewhere.url}/timers`, { count_time: 60 });
    expect((await openSpace(bob, key)).defaults.timer).toBe(420);
    await ann.delete(`${elsewhere.url}/timers`);
    expect(elsewhere.board.facilitator_options).toEqual(noOptions);
  });

  test("[G5] a meeting leaves the remembered options alone, also when its facilitator changes one [F2]", async () => {
    const app = await buildTestApp();
    const ann = await app.visitor();
    const key = await makeSpace(ann);
    const { id } = await makeSpaceBoard(ann, key);
    const url = `/api/v1/boards/${id}`;
    await ann.post(`${url}/meeting`, {});
    await ann.put(`${url}/facilitators`, { option: "votes", value: { limit: 4, item: "board" } });
    await ann.delete(`${url}/meeting`);
    expect((await openSpace(ann, key)).defaults.options).toBeUndefined();
    const next = await makeSpaceBoard(ann, key);
    expect(next).toMatchObject({ facilitator_id: null, facilitator_options: noOptions });
  });

  test("[G5] a remembered template that the user does not have gives way to the first one", async () => {
    const app = await buildTestApp();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const board = await makeBoard(ann);
    await ann.post(`${board.url}/template`, { title: "Ann's own" });
    await makeSpaceBoard(ann, key, { template: "Ann's own" });
    expect((await makeSpaceBoard(bob, key)).sections).toHaveLength(3);
    const refused = await bob.post(`/api/v1/spaces/${key}/boards`, { title: "x", template: "Ann's own" });
    expect(refused.statusCode).toBe(422);
  });

  test("[G2] its pages hear of a new, a moved and a renamed board and of a new name, without data", async () => {
    const { maker: ann, key, told: events } = await openNewSpace();
    const board = await makeSpaceBoard(ann, key);
    await expect.poll(events).toHaveLength(1);
    await ann.put(`/api/v1/boards/${board.id}`, { title: "Renamed" });
    await expect.poll(events).toHaveLength(2);
    await ann.put(`/api/v1/spaces/${key}`, { name: "New" });
    await expect.poll(events).toHaveLength(3);
    await ann.delete(`/api/v1/spaces/${key}/boards/${board.id}`);
    await expect.poll(events).toHaveLength(4);
    expect(events()).toEqual([{}, {}, {}, {}]);
  });

  test("[G2, S1] its pages hear of a seat that the timer fills and empties, because it decides who may manage the board", async () => {
    const app = await buildTestApp({ frozenAt: Date.UTC(2026, 0, 15, 12) });
    await app.listen();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const { id } = await makeSpaceBoard(ann, key);
    const timer = `/api/v1/boards/${id}/timers`;
    const page = await listenOnSpace(app, bob, key);
    const told = () => page.events("space.update");
    const mayManage = async () => (await openSpace(bob, key)).boards.map(({ can_edit }) => can_edit);
    await ann.post(timer, { count_time: 300 });
    await expect.poll(told).toHaveLength(1);
    expect(await mayManage()).toEqual([false]);
    // The seat stays as it is.
    for (const change of [{ pause_time: 1 }, { start_time: 1 }, { count_time: 60 }])
      await ann.put(timer, change);
    await ann.delete(timer);
    await expect.poll(told).toHaveLength(2);
    expect(await mayManage()).toEqual([true]);
    await ann.post(timer, { count_time: 60 });
    await expect.poll(told).toHaveLength(3);
    // The server ends the expired timer, and then Bob has the seat.
    app.time.now += 62_000;
    await bob.post(timer, { count_time: 60 });
    await expect.poll(told).toHaveLength(5);
    expect(await mayManage()).toEqual([true]);
    await page.flush();
    expect(told()).toHaveLength(5);
  });

  test("[G2, P7] its pages hear that a board is deleted for good", async () => {
    const { app, maker: bob, key, told } = await openNewSpace();
    const { id } = await makeSpaceBoard(bob, key);
    await expect.poll(told).toHaveLength(1);
    await deleteBoard(app.deps, id);
    await expect.poll(told).toHaveLength(2);
    expect((await openSpace(bob, key)).board_count).toBe(0);
  });
});
