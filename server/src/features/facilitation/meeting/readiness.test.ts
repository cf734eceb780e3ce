import { expect, test } from "vitest";
import { channels, eventNames } from "@retro/contract/events";
import { buildTestApp } from "../../../testing/app.ts";
import { makeBoard } from "../../../testing/boards.ts";
import { listenOn } from "../../../testing/nodes/listener.ts";

test("a press of “I’m done” reaches the others, and nothing of the board is written [F5]", async () => {
  const shared = await buildTestApp({ frozenAt: Date.UTC(2026, 10, 22) });
  await shared.listen();
  const [ann, ben] = [await shared.visitor(), await shared.visitor()];
  const board = await makeBoard(ann);
  expect((await ann.post(`${board.url}/meeting`, {})).statusCode).toBe(200);
  const { db } = shared.deps.database;
  const row = () => db.selectFrom("boards").selectAll().where("id", "=", board.id).executeTakeFirstOrThrow();
  const presser = await listenOn(shared, ann, board.id);
  const listener = await listenOn(shared, ben, board.id);
  const before = await row();

  presser.raw.send(eventNames.whisperReady, { ready: shared.time.now }, channels.presence(board.id));
  await presser.flush();
  await listener.flush();

  expect(listener.events(eventNames.whisperReady)).toEqual([{ ready: shared.time.now }]);
  expect(await row()).toEqual(before);
  const changes = await ben.get(`${board.url}/changes?since=${before.version}`);
  expect(changes.json<{ data: { changes: unknown[] } }>().data.changes).toEqual([]);
});
