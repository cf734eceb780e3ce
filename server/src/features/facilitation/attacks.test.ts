import type { TreeItem } from "@retro/contract/entities";
import { expect, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, flattenTree, makeBoard, treeOf } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";

const secret = "nobody-knows-zyx";

async function hiddenBoard() {
  const app = await buildTestApp();
  await app.listen();
  const [facilitator, owner, spy] = [await app.visitor(), await app.visitor(), await app.visitor()];
  const board = await makeBoard(facilitator);
  await facilitator.post(`${board.url}/facilitators`);
  const set = (option: string, value: unknown) =>
    facilitator.put(`${board.url}/facilitators`, { option, value });
  await set("hideContent", true);
  return { app, facilitator, owner, spy, board, set };
}

test("a participant cannot read a hidden sticker through any answer, event or error [H1]", async () => {
  const { app, owner, spy, board } = await hiddenBoard();
  const listener = await listenOn(app, spy, board.id);
  const sticker = await addSticker(owner, board, secret);
  await owner.put(`${board.url}/items/${sticker.id}`, { title: `${secret} edited` });
  const item = `${board.url}/items/${sticker.id}`;
  const answers = [
    await spy.get(board.url),
    await spy.get(`${board.url}/items`),
    await spy.get(`${board.url}/changes?since=0`),
    await spy.get(`${board.url}/items/votes`),
    await spy.get(`${board.url}/users-options`),
    await spy.put(`${item}?return=items`, { title: "mine now" }),
    await spy.put(item, { title: "mine now", rev: 1 }),
    await spy.post(`${item}/vote`),
    await spy.delete(item),
    await spy.put(`${board.url}/sort?return=items`, {
      item_id: sticker.id,
      parent_id: board.columns[1],
      position: 0,
    }),
    await spy.post(`${board.url}/items?return=items`, { title: "own", parent_id: board.columns[0] }),
    await spy.post(`${board.url}/items`, { id: sticker.id, title: "x", parent_id: board.columns[0] }),
    await spy.put(`${board.url}/delete-cards`),
    await spy.get(`/metrics`),
  ];
  for (const answer of answers) expect(answer.body).not.toContain("knows-zyx");
  await listener.flush();
  expect(listener.receivedText()).not.toContain("knows-zyx");
  expect(listener.events("board-items.update").length).toBeGreaterThan(1);
});

test("a participant cannot read a hidden sticker by joining after, nor through the catch-up of what was deleted while hidden", async () => {
  const { app, owner, board, set } = await hiddenBoard();
  const sticker = await addSticker(owner, board, secret);
  const late = await app.visitor();
  const listener = await listenOn(app, late, board.id);
  expect((await late.get(`${board.url}/items`)).body).not.toContain("knows-zyx");
  await owner.delete(`${board.url}/items/${sticker.id}`);
  await set("hideContent", false);
  expect((await late.get(`${board.url}/changes?since=1`)).body).not.toContain("knows-zyx");
  await listener.flush();
  expect(listener.receivedText()).not.toContain("knows-zyx");
});

test("a participant cannot end the hiding, take the seat or hear another's channel", async () => {
  const { app, owner, spy, board } = await hiddenBoard();
  const listener = await listenOn(app, spy, board.id);
  expect(await listener.join(`private-users.${owner.user.id}`)).toBe(403);
  expect(
    (await spy.put(`${board.url}/facilitators`, { option: "hideContent", value: false })).statusCode,
  ).toBe(403);
  expect((await spy.post(`${board.url}/facilitators`)).statusCode).toBe(409);
  expect((await spy.delete(`${board.url}/facilitators`)).statusCode).toBe(403);
  expect((await spy.post(`${board.url}/timers`, { count_time: 1 })).statusCode).toBe(403);
});

test("a participant cannot delete or drag a hidden sticker along by deleting or moving what it is grouped under", async () => {
  const { owner, spy, board } = await hiddenBoard();
  const own = await addSticker(spy, board, "spy's own");
  const nested = await addSticker(owner, board, secret, own.id);
  expect((await spy.delete(`${board.url}/items/${own.id}`)).json()).toMatchObject({ code: "content_hidden" });
  expect(
    (
      await spy.put(`${board.url}/sort`, { item_id: own.id, parent_id: board.columns[2], position: 0 })
    ).json(),
  ).toMatchObject({ code: "content_hidden" });
  expect(flattenTree(await treeOf(owner, board.url)).find((i: TreeItem) => i.id === nested.id)?.title).toBe(
    secret,
  );
});

test("the owner and the facilitator hear a hidden sticker's text on their own channels, in all their tabs", async () => {
  const { app, facilitator, owner, board } = await hiddenBoard();
  const [boss, tabOne, tabTwo] = [
    await listenOn(app, facilitator, board.id),
    await listenOn(app, owner, board.id),
    await listenOn(app, owner, board.id),
  ];
  const column = board.columns[0];
  await owner.post(
    `${board.url}/items`,
    { title: secret, parent_id: column },
    { "x-socket-id": tabOne.raw.socketId },
  );
  for (const listener of [boss, tabOne, tabTwo]) await listener.flush();
  expect(boss.receivedText()).toContain(secret);
  expect(tabTwo.receivedText()).toContain(secret);
  expect(tabOne.events("board-items.update")).toEqual([]);
});

test("concealed votes leak neither by counts nor by which sticker an event names [H2]", async () => {
  const { app, facilitator, owner, spy, board, set } = await hiddenBoard();
  const sticker = await addSticker(owner, board, "plain");
  await set("hideContent", false);
  await set("concealVoteCount", true);
  const [listener, boss] = [await listenOn(app, spy, board.id), await listenOn(app, facilitator, board.id)];
  const voted = await owner.post(`${board.url}/items/${sticker.id}/vote`);
  expect(voted.json()).toMatchObject({
    data: { votes: null, voted: true },
    meta: { changes: [{ type: "tick" }, { type: "vote.mine" }] },
  });
  await listener.flush();
  await boss.flush();
  expect(listener.events("board-items.update")).toEqual([
    { version: expect.any(Number), changes: [{ type: "tick" }] },
  ]);
  expect(boss.receivedText()).toContain("votes.put");
  const since = voted.json<{ meta: { version: number } }>().meta.version - 1;
  expect((await spy.get(`${board.url}/changes?since=${since}`)).json()).toMatchObject({
    data: { changes: [{ type: "tick" }] },
  });
  expect((await spy.get(`${board.url}/items/votes`)).json()).toMatchObject({
    data: [],
    meta: { counts: null },
  });
  expect(flattenTree(await treeOf(spy, board.url)).find((i) => i.id === sticker.id)?.votes).toBe(null);
});

test("hidden avatars leave no author in what is sent, the editing whisper included [H3]", async () => {
  const { app, facilitator, owner, spy, board, set } = await hiddenBoard();
  await set("hideContent", false);
  await set("avatars", "hide");
  const [listener, sender] = [await listenOn(app, spy, board.id), await listenOn(app, owner, board.id)];
  const sticker = await addSticker(owner, board, "whose?");
  sender.raw.send("client-edit.board-item", { item_id: sticker.id }, `presence-boards.${board.id}`);
  await sender.flush();
  await listener.flush();
  expect(listener.events("client-edit.board-item")).toEqual([]);
  expect(JSON.stringify(listener.events("board-items.update"))).not.toContain(owner.user.id);
  expect(flattenTree(await treeOf(facilitator, board.url)).find((i) => i.id === sticker.id)?.user_id).toBe(
    null,
  );
  expect(flattenTree(await treeOf(owner, board.url)).find((i) => i.id === sticker.id)?.user_id).toBe(
    owner.user.id,
  );
  expect((await (await app.visitor()).get(`${board.url}/users-options`)).body).toContain(owner.user.id);
  sender.raw.socket.close();
  await expect
    .poll(async () => (await spy.get(`${board.url}/users-options`)).body.includes(owner.user.id))
    .toBe(false);
});

test("a whisper carries nothing but what whispers are for", async () => {
  const { app, owner, spy, board, set } = await hiddenBoard();
  await set("hideContent", false);
  const [listener, sender] = [await listenOn(app, spy, board.id), await listenOn(app, owner, board.id)];
  const channel = `presence-boards.${board.id}`;
  sender.raw.send("client-edit.board-item", { item_id: "abc", title: secret }, channel);
  sender.raw.send("client-edit.board-item", { item_id: { deep: secret } }, channel);
  sender.raw.send("client-anything.else", { title: secret }, channel);
  await sender.flush();
  await listener.flush();
  expect(listener.receivedText()).not.toContain(secret);
  expect(listener.events("client-edit.board-item")).toEqual([{ item_id: "abc" }]);
});

test("a silenced socket id of another's does not keep an event from them", async () => {
  const { app, owner, spy, board } = await hiddenBoard();
  const listener = await listenOn(app, spy, board.id);
  await owner.post(
    `${board.url}/items`,
    { title: "told", parent_id: board.columns[0] },
    { "x-socket-id": listener.raw.socketId },
  );
  await listener.flush();
  expect(listener.events("board-items.update")).toHaveLength(1);
});
