import { randomUUID } from "node:crypto";
import type { Action } from "@retro/contract/actions";
import { channels } from "@retro/contract/events";
import { personalData } from "@retro/contract/personal-data";
import { describe, expect, test } from "vitest";
import { signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import type { Visitor } from "../../testing/app.ts";
import { addSticker, flattenTree, makeBoard, treeOf } from "../../testing/boards.ts";
import type { TestBoard } from "../../testing/boards.ts";
import { facilitate } from "../../testing/sticker-fixture.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { addAction, makeSpace, makeSpaceBoard, openSpace } from "../../testing/spaces.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { strictRows } from "../../testing/databases/strict-rows.ts";
import { resumeErasures } from "./erase.ts";
import { insertErasure } from "./erasure-store.ts";

const eraseSelf = (visitor: Visitor) => visitor.delete(`/api/v1/users/${visitor.user.id}`);
const download = async (visitor: Visitor) => {
  const answer = await visitor.get(`/api/v1/users/${visitor.user.id}/data`);
  expect(answer.statusCode).toBe(200);
  return personalData.parse(answer.json());
};
const stickerOn = async (visitor: Visitor, board: TestBoard, id: string) =>
  flattenTree(await treeOf(visitor, board.url)).find((item) => item.id === id);

eachEngine("erasure", (open) => {
  test("[P6, T12] a deleted sticker comes back with the votes of all its voters who have been erased since", async () => {
    const app = await buildTestApp({ database: await open() });
    const [ann, bob, cy] = [await app.visitor(), await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const url = `${board.url}/items/${(await addSticker(ann, board, "Tea")).id}`;
    for (const voter of [ann, bob, cy]) expect((await voter.post(`${url}/vote`)).statusCode).toBe(200);
    await ann.delete(url);
    await eraseSelf(bob);
    await eraseSelf(cy);
    expect((await ann.post(`${url}/restore`)).json()).toMatchObject({ data: { votes: 3 } });
  });

  test("[P6] stickers on boards of others stay without an author, and their votes stay counted", async () => {
    const app = await buildTestApp({ database: await open() });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(bob);
    const [hers, his] = [await addSticker(ann, board, "Hers"), await addSticker(bob, board, "His")];
    for (const item of [hers, his]) await ann.post(`${board.url}/items/${item.id}/vote`);
    await bob.post(`${board.url}/items/${his.id}/vote`);
    await eraseSelf(ann);
    expect(await stickerOn(bob, board, hers.id)).toMatchObject({ title: "Hers", user_id: null, votes: 1 });
    expect(await stickerOn(bob, board, his.id)).toMatchObject({ user_id: bob.user.id, votes: 2 });
    expect((await bob.delete(`${board.url}/items/${his.id}/vote`)).json().data.votes).toBe(1);
    await facilitate(bob, board, {});
    await bob.put(`${board.url}/reset-votes`);
    expect((await stickerOn(bob, board, his.id))?.votes).toBe(0);
  });

  test("[P6] a board that another user has opened stays", async () => {
    const app = await buildTestApp({ database: await open() });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    await bob.get(board.url);
    await eraseSelf(ann);
    expect((await bob.get(board.url)).statusCode).toBe(200);
  });

  // A program that calls the API need not open the board first.
  test.each<[string, (who: Visitor, board: TestBoard, stickerId: string) => Promise<unknown>]>([
    ["added a sticker to", (who, board) => addSticker(who, board, "His")],
    ["voted on", (who, board, stickerId) => who.post(`${board.url}/items/${stickerId}/vote`)],
    ["added an action to", (who, board) => addAction(who, board.id, "Call Bob")],
    [
      "edited a sticker of",
      (who, board, stickerId) => who.put(`${board.url}/items/${stickerId}`, { title: "His" }),
    ],
  ])("[P6] a board that another user has only %s stays", async (_what, act) => {
    const app = await buildTestApp({ database: await open() });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    const { id } = await addSticker(ann, board, "Hers");
    await act(bob, board, id);
    await eraseSelf(ann);
    expect((await bob.get(board.url)).statusCode).toBe(200);
  });

  test("[P6, M4] a board in a team's space that only the deleted visitor had opened stays, and others restore what they had put into the bin", async () => {
    const app = await buildTestApp({ database: await open() });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const key = await makeSpace(ann);
    const team = await makeSpaceBoard(ann, key);
    const shared = await makeBoard(bob);
    await ann.get(shared.url);
    for (const url of [shared.url, `/api/v1/boards/${team.id}`]) await ann.delete(url);
    expect((await ann.delete(`/api/v1/users/${ann.user.id}`)).statusCode).toBe(200);
    expect((await bob.put(`${shared.url}/restore`)).statusCode).toBe(200);
    expect((await bob.put(`/api/v1/spaces/${key}/boards/${team.id}/restore`)).statusCode).toBe(200);
    expect((await openSpace(bob, key)).boards.map(({ id }) => id)).toEqual([team.id]);
  });

  test("[P6] a visitor with more entries in the activity log than one step deletes leaves none", async () => {
    const app = await buildTestApp({ database: await open() });
    const ann = await app.visitor();
    await ann.post("/api/v1/logger", { event: 100 });
    const { db } = app.deps.database;
    const entry = await db.selectFrom("logs").selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: 600 }, () => ({ ...entry, id: randomUUID() }));
    for (let from = 0; from < more.length; from += 100)
      await db
        .insertInto("logs")
        .values(more.slice(from, from + 100))
        .execute();
    await eraseSelf(ann);
    expect(await db.selectFrom("logs").select("id").execute()).toEqual([]);
  });

  test("an interrupted deletion is finished later", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: Date.UTC(2026, 0, 15) });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(bob);
    const sticker = await addSticker(ann, board, "Hers");
    await insertErasure(database.db, { user_id: ann.user.id, reason: "self" }, app.time.now);
    expect(await resumeErasures(app.deps, 5, strictRows())).toEqual({ done: 0, more: false });
    app.time.now += 60_000;
    expect(await resumeErasures(app.deps, 5, strictRows())).toEqual({ done: 1, more: false });
    expect((await stickerOn(bob, board, sticker.id))?.user_id).toBeNull();
    expect((await ann.get("/api/v1/users/auth")).statusCode).toBe(401);
  });

  test("more stickers than one version may hold lose their author in several versions", async () => {
    const app = await buildTestApp({ database: await open() });
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(bob);
    const { version } = (await bob.get(board.url)).json().data;
    for (let i = 0; i < 5; i += 1) {
      const items = Array.from({ length: 50 }, (_, n) => ({ title: `${i}.${n}` }));
      const sent = await ann.post(`${board.url}/items`, { items, parent_id: board.columns[0] });
      expect(sent.statusCode).toBe(201);
    }
    await eraseSelf(ann);
    expect((await bob.get(board.url)).json().data.version).toBe(version + 5 + 2);
    const left = flattenTree(await treeOf(bob, board.url)).filter((item) => item.user_id !== null);
    expect(left).toEqual([]);
  });
});

describe("an erasure as others see it", () => {
  test("[P6] refuses to delete or to read another visitor", async () => {
    const app = await buildTestApp();
    const [ann, bob] = [await app.visitor({ name: "Ann" }), await app.visitor({ name: "Bob" })];
    const root = await signInAdmin(app);
    for (const id of [ann.user.id, root.user.id, randomUUID(), "'--"]) {
      const erased = await bob.delete(`/api/v1/users/${id}`);
      expect([erased.statusCode, erased.json().code]).toEqual([403, "forbidden"]);
      const read = await bob.get(`/api/v1/users/${id}/data`);
      expect([read.statusCode, read.json().code]).toEqual([403, "forbidden"]);
    }
    expect((await root.delete(`/api/v1/users/${ann.user.id}`)).statusCode).toBe(403);
    expect((await root.get(`/api/v1/users/${ann.user.id}/data`)).statusCode).toBe(403);
    expect((await ann.get("/api/v1/users/auth")).json()).toEqual({ data: ann.user });
  });

  test("an administrator cannot delete themselves", async () => {
    const app = await buildTestApp();
    const root = await signInAdmin(app);
    const answer = await eraseSelf(root);
    expect([answer.statusCode, answer.json().code]).toEqual([403, "admin_account"]);
    expect((await root.get("/api/v1/users/auth")).statusCode).toBe(200);
    expect((await download(root)).user.email).toBe("root@example.com");
  });

  test("a board stays while another user is on it", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(ann);
    await listenOn(app, bob, board.id);
    await eraseSelf(ann);
    expect((await bob.get(board.url)).statusCode).toBe(200);
  });

  test("others on the board see the author disappear, by an event and by catching up", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(bob);
    const sticker = await addSticker(ann, board, "Hers");
    const there = await listenOn(app, bob, board.id);
    const left = await listenOn(app, ann, board.id);
    await eraseSelf(ann);
    await there.flush();
    const [event] = there.events("board-items.update");
    expect(event).toMatchObject({
      version: 3,
      changes: [{ type: "item.put", item: { id: sticker.id, title: "Hers", user_id: null } }],
    });
    const caught = (await bob.get(`${board.url}/changes?since=2`)).json();
    expect(caught.data.changes).toMatchObject([{ item: { id: sticker.id, user_id: null } }]);
    expect(left.events("session.ended")).toHaveLength(1);
    expect(await app.deps.presence.members(channels.presence(board.id))).toEqual([bob.user.id]);
    expect((await bob.get(`${board.url}/users-options`)).body).not.toContain(ann.user.id);
  });

  test("[P6] hidden stickers of a deleted visitor stay hidden from everybody but the facilitator", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [ann, bob, eve] = [await app.visitor(), await app.visitor(), await app.visitor()];
    const board = await makeBoard(bob);
    await facilitate(bob, board, { hideContent: true });
    const secret = await addSticker(ann, board, "7f3a secret");
    const wire = await listenOn(app, eve, board.id);
    await eraseSelf(ann);
    await wire.flush();
    expect(wire.receivedText()).not.toContain("7f3a secret");
    expect(await stickerOn(eve, board, secret.id)).toMatchObject({
      title: null,
      hidden: true,
      user_id: null,
    });
    for (const path of ["/changes?since=0", "/changes?since=3"])
      expect((await eve.get(`${board.url}${path}`)).body).not.toContain("7f3a secret");
    const url = `${board.url}/items/${secret.id}`;
    expect((await eve.put(url, { title: "Taken" })).json().code).toBe("content_hidden");
    expect(await stickerOn(bob, board, secret.id)).toMatchObject({ title: "7f3a secret", hidden: false });
  });

  test("[P6] while avatars are hidden a deletion does not reveal which stickers and actions the visitor wrote", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [ann, bob, eve] = [await app.visitor(), await app.visitor(), await app.visitor()];
    const board = await makeBoard(bob);
    const [hers] = [await addSticker(ann, board, "Hers"), await addSticker(bob, board, "His")];
    await ann.post(`${board.url}/actions`, { text: "Her action" });
    await facilitate(bob, board, { avatars: "hide" });
    const { version } = (await eve.get(board.url)).json().data;
    const wire = await listenOn(app, eve, board.id);
    await eraseSelf(ann);
    await wire.flush();
    // One for the stickers and one for the actions, and nothing about them.
    expect(wire.events("board-items.update")).toEqual([
      { version: version + 1, changes: [{ type: "tick" }, { type: "tick" }] },
    ]);
    expect((await eve.get(`${board.url}/changes?since=${version}`)).json().data.changes).toEqual([
      { type: "tick" },
    ]);
    await bob.put(`${board.url}/facilitators`, { option: "avatars", value: false });
    expect((await stickerOn(eve, board, hers.id))?.user_id).toBeNull();
  });

  test("[P6] while avatars are hidden, open screens lose the name of a deleted visitor who owned an action", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [ann, bob, eve] = [
      await app.visitor({ name: "Ann Anteater" }),
      await app.visitor(),
      await app.visitor(),
    ];
    const board = await makeBoard(bob);
    await ann.post(`${board.url}/actions`, { text: "Her task", owner_id: ann.user.id });
    await facilitate(bob, board, { avatars: "hide" });
    const { version } = (await eve.get(board.url)).json().data;
    const wire = await listenOn(app, eve, board.id);
    await eraseSelf(ann);
    await wire.flush();
    const action = expect.objectContaining({ text: "Her task", owner_id: null, owner_name: null });
    expect(wire.events("board-items.update")).toEqual([
      { version: version + 1, changes: [{ type: "action.put", action }, { type: "tick" }] },
    ]);
    expect((await eve.get(`${board.url}/actions`)).body).not.toContain("Ann Anteater");
  });

  test("[P6] an action loses the name of an owner who was on the board and left nothing else there", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [ann, bob] = [await app.visitor({ name: "Ann Anteater" }), await app.visitor()];
    const board = await makeBoard(bob);
    // A browser that shows the board from its own memory joins without reading it.
    await listenOn(app, ann, board.id);
    await bob.post(`${board.url}/actions`, { text: "Her task", owner_id: ann.user.id });
    const actions = async () => (await bob.get(`${board.url}/actions`)).json<{ data: Action[] }>().data;
    expect(await actions()).toMatchObject([{ owner_id: ann.user.id, owner_name: "Ann Anteater" }]);
    expect((await eraseSelf(ann)).statusCode).toBe(200);
    expect(await actions()).toMatchObject([{ text: "Her task", owner_id: null, owner_name: null }]);
  });

  test("[P6] a facilitator who deletes themselves leaves a free seat, and nothing hidden is shown: options and timer stay", async () => {
    const app = await buildTestApp();
    await app.listen();
    const [ann, bob] = [await app.visitor(), await app.visitor()];
    const board = await makeBoard(bob);
    await facilitate(ann, board, { hideContent: true });
    await ann.post(`${board.url}/timers`, { count_time: 300 });
    const there = await listenOn(app, bob, board.id);
    await eraseSelf(ann);
    await there.flush();
    expect(there.events("facilitator.delete")).toMatchObject([
      { facilitator_id: null, facilitator_options: { hideContent: true }, timer: { countTime: 300 } },
    ]);
    expect((await bob.post(`${board.url}/facilitators`)).statusCode).toBe(200);
  });
});

eachEngine("the download of one's own data", (open) => {
  test("holds everything that is stored about the visitor", async () => {
    const app = await buildTestApp({ database: await open(), frozenAt: Date.UTC(2026, 0, 15, 12) });
    const ann = await app.visitor({ name: "Анна 🦦", options: { color: "#123abc" } });
    const bob = await app.visitor();
    const [own, his] = [await makeBoard(ann, "Mine"), await makeBoard(bob, "His")];
    await ann.get(his.url);
    const sticker = await addSticker(ann, his, 'From Ann\n"quoted"');
    const other = await addSticker(bob, his, "From Bob");
    await ann.post(`${his.url}/items/${other.id}/vote`);
    await ann.put(`${his.url}/items/${other.id}/reactions/party`);
    await ann.post("/api/v1/logger", { event: 100 });
    const at = "2026-01-15T12:00:00.000Z";
    expect(await download(ann)).toEqual({
      format: "retro-personal-data",
      version: 1,
      exported_at: at,
      user: { ...ann.user, created_at: at, seen_at: at },
      sessions: [{ created_at: at, last_used_at: at, address: "127.0.0.1", browser: "lightMyRequest" }],
      identities: [],
      provider_sessions: [],
      kept_spaces: [],
      spaces_opened: [],
      api_tokens: [],
      boards_opened: expect.arrayContaining([
        { id: own.id, title: "Mine", opened_at: at },
        { id: his.id, title: "His", opened_at: at },
      ]),
      boards_created: [{ id: own.id, title: "Mine", created_at: at }],
      seats_held: [],
      boards_in_bin: [],
      passphrases_given: [],
      answered_questions: [],
      stickers: [{ board_id: his.id, id: sticker.id, text: 'From Ann\n"quoted"', style: {}, created_at: at }],
      actions: [],
      deleted_actions: [],
      owned_actions: [],
      actions_from_stickers: [],
      deletions: [],
      votes: [{ board_id: his.id, item_id: other.id, count: 1, created_at: at }],
      reactions: [{ board_id: his.id, item_id: other.id, kinds: ["party"] }],
      templates: [],
      activity: [
        { event: "New Board", name: "Анна 🦦", function: "click", object: "new-board", created_at: at },
      ],
      feedback: [],
    });
  });
});

describe("a download", () => {
  test("[P6] holds no content of others, hidden or not, no token and no password", async () => {
    const app = await buildTestApp();
    const [ann, bob] = [await app.visitor(), await app.visitor({ name: "Bob Unmistakable" })];
    const board = await makeBoard(bob);
    await ann.get(board.url);
    await facilitate(bob, board, { hideContent: true });
    const secret = await addSticker(bob, board, "hidden secret");
    await addSticker(ann, board, "my own, hidden from others");
    await ann.post(`${board.url}/items/${secret.id}/vote`);
    const { body, headers } = await ann.get(`/api/v1/users/${ann.user.id}/data`);
    expect(body).toContain("my own, hidden from others");
    expect(body).not.toContain("hidden secret");
    expect(body).not.toContain("Unmistakable");
    expect(body).not.toContain(bob.user.id);
    expect(body).not.toContain(ann.cookies.get("retro_session"));
    expect(headers).toMatchObject({
      "content-disposition": 'attachment; filename="retro-my-data.json"',
      "cache-control": "no-store",
    });
  });
});
