import { expect, test } from "vitest";
import { semaphoreLimits } from "../../limits/budgets.ts";
import { buildTestApp } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";

test("a change by somebody with a connection goes first; without one, or with a connection of somebody else, nobody does", async () => {
  const server = await buildTestApp();
  await server.listen();
  const [ann, eve, ben] = [await server.visitor(), await server.visitor(), await server.visitor()];
  const board = await makeBoard(ann);
  const { raw } = await listenOn(server, ann, board.id);
  const { requestSlots } = server.deps.rateLimiter;
  const { running, perAddress } = semaphoreLimits.requests;
  const held: (() => void)[] = [];
  for (let i = 0; i < running; i += 1)
    held.push(await requestSlots.acquire({ address: `192.0.2.${Math.floor(i / perAddress)}` }));
  const order: string[] = [];
  const add = { title: "Sticker", parent_id: board.columns[0] };
  const note = (name: string) => () => void order.push(name);
  const answers = [
    ben.get(board.url).then(note("ben reads")),
    eve.post(`${board.url}/items`, add).then(note("eve without a connection")),
    eve.post(`${board.url}/items`, add, { "x-socket-id": raw.socketId }).then(note("eve as ann")),
    eve
      .post(`${board.url}/items`, add, { "x-socket-id": "1.2" })
      .then(note("eve with an invented connection")),
  ];
  await expect.poll(() => requestSlots.waiting).toBe(answers.length);
  answers.push(ann.post(`${board.url}/items`, add, { "x-socket-id": raw.socketId }).then(note("ann")));
  await expect.poll(() => requestSlots.waiting).toBe(answers.length);
  held.pop()?.();
  await Promise.all(answers);
  expect(order[0]).toBe("ann");
  expect(order).toHaveLength(answers.length);
  for (const leave of held) leave();
});
