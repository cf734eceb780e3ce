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
