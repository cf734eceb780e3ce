import { expect, test } from "vitest";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
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
