import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { channels } from "@retro/contract/events";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import type { FixtureUser } from "../../testing/board-fixture.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";

/**
 * On the board are Ann (in two tabs), Bob and Cy; Ann has cast two votes, Bob and Cy one each. Dan is on
 * another board.
 */
const start = observeBoards();
const count = async (t: ObservedBoard, who: FixtureUser = "ann") =>
  (await t.send(who, "GET", "/voters")).data;

test("[V5] the facilitator learns how many of the users on the board have voted", async () => {
  const t = await start();
  await t.facilitate({});
  expect(await count(t)).toEqual({ voted: 3, present: 3 });
  // Ann keeps one of her two votes: she still counts.
  await t.sendOk("ann", "DELETE", "/items/@two/vote");
  expect(await count(t)).toEqual({ voted: 3, present: 3 });
  await t.sendOk("cy", "DELETE", "/items/@five/vote");
  expect(await count(t)).toEqual({ voted: 2, present: 3 });
  // A user who is not on the board counts neither way.
  await t.sendOk("dan", "POST", "/items/@one/vote");
  expect(await count(t)).toEqual({ voted: 2, present: 3 });
  // Bob's only vote goes with its sticker.
  await t.sendOk("bob", "DELETE", "/items/@one");
  expect(await count(t)).toEqual({ voted: 1, present: 3 });
  await t.sendOk("ann", "PUT", "/reset-votes");
  expect(await count(t)).toEqual({ voted: 0, present: 3 });
});

test("[V5] a facilitator cannot ask about one user, and no answer or event names a voter", async () => {
  const t = await start();
  await t.facilitate({ concealVoteCount: true });
  const { url, people, connections } = t;
  for (const query of [
    `user=${people.bob.user.id}`,
    `user_id=${people.bob.user.id}`,
    `users[]=${people.bob.user.id}`,
  ])
    expect((await people.ann.get(`${url}/voters?${query}`)).json()).toEqual({
      data: { voted: 3, present: 3 },
    });
  const since = connections.ann.raw.received.length;
  await t.sendOk("cy", "POST", "/items/@one/vote");
  expect(JSON.stringify(connections.ann.raw.received.slice(since))).not.toContain(people.cy.user.id);
});

test.each([
  ["a participant while content is hidden", "bob", { hideContent: true }, "facilitator_only"],
  ["the facilitator while content is hidden", "ann", { hideContent: true }, "voting_closed"],
] as const)("[V5] attack: %s is refused", async (_name, who, options, code) => {
  const t = await start();
  await t.facilitate(options);
  const refused = await t.send(who, "GET", "/voters");
  expect([refused.status, refused.code, refused.data]).toEqual([403, code, undefined]);
});

test("[V5] a user who leaves the board is not counted, and one with two tabs counts once", async () => {
  const app = await buildTestApp();
  await app.listen();
  const [ann, bob] = [await app.visitor(), await app.visitor()];
  const board = await makeBoard(ann);
  await ann.post(`${board.url}/facilitators`);
  const sticker = await addSticker(ann, board, "one");
  await bob.post(`${board.url}/items/${sticker.id}/vote`);
  const voters = async () => (await ann.get(`${board.url}/voters`)).json<{ data: object }>().data;
  expect(await voters()).toEqual({ voted: 0, present: 0 });
  const mine = await listenOn(app, ann, board.id);
  const tabs = [await listenOn(app, bob, board.id), await listenOn(app, bob, board.id)];
  expect(await voters()).toEqual({ voted: 1, present: 2 });
  for (const tab of tabs) tab.raw.socket.close();
  await mine.raw.receive("pusher_internal:member_removed");
  expect(await voters()).toEqual({ voted: 0, present: 1 });
});

test("[V5] hosted provider: voters are counted by its list of users, or all of them when it does not answer", async () => {
  let users: { id: string }[] | null = null;
  const asked: string[] = [];
  const provider = createServer((request, response) => {
    request.resume();
    asked.push(new URL(request.url ?? "", "http://provider").pathname);
    response.writeHead(users === null ? 500 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ users }));
  });
  const listening = Promise.withResolvers<void>();
  provider.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  onTestFinished(() => {
    provider.closeAllConnections();
    provider.close();
  });
  const app = await buildTestApp({
    env: {
      PUSHER_APP_ID: "42",
      PUSHER_KEY: "key",
      PUSHER_SECRET: "secret",
      PUSHER_HOST: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
    },
  });
  const [ann, bob] = [await app.visitor(), await app.visitor()];
  const board = await makeBoard(ann);
  await ann.post(`${board.url}/facilitators`);
  const sticker = await addSticker(ann, board, "one");
  for (const voter of [ann, bob]) await voter.post(`${board.url}/items/${sticker.id}/vote`);
  const voters = async () => (await ann.get(`${board.url}/voters`)).json<{ data: object }>().data;
  expect(await voters()).toEqual({ voted: 2, present: null });
  users = [{ id: bob.user.id }, { id: "somebody" }];
  expect(await voters()).toEqual({ voted: 1, present: 2 });
  expect(asked).toContain(`/apps/42/channels/${channels.presence(board.id)}/users`);
});

const left = async (t: ObservedBoard, who: FixtureUser = "cy") =>
  (await t.send(who, "GET", "/votes-left")).data;

test("[V10] everybody learns how many on the board have used all their votes, and how many are left together", async () => {
  const t = await start();
  await t.facilitate({});
  expect(await left(t)).toBeNull();
  await t.facilitate({ votes: { limit: 2, item: "board" } });
  expect(await left(t)).toEqual({ used: 1, present: 3, left: 2, each: 2 });
  // More votes than a lowered limit permits count as used up, never below zero.
  await t.facilitate({ votes: { limit: 1, item: "board" } });
  expect(await left(t)).toEqual({ used: 3, present: 3, left: 0, each: 1 });
  // Dan is on another board.
  await t.sendOk("dan", "POST", "/items/@three/vote");
  await t.facilitate({ votes: { limit: 2, item: "board" }, concealVoteCount: true });
  expect(await left(t)).toEqual({ used: 1, present: 3, left: 2, each: 2 });
  await t.facilitate({ votes: { limit: 2, item: "board" }, hideContent: true });
  expect(await left(t)).toBeNull();
});

interface TreeNode {
  id: string;
  children: TreeNode[];
}

test("[V10] a limit for each section counts each section of the round that has stickers", async () => {
  const t = await start();
  await t.facilitate({ votes: { limit: 1, item: "section" } });
  const { each, left: together } = (await left(t)) as { each: number; left: number };
  const sections = (await t.sendOk("ann", "GET", "/items")).data as TreeNode[];
  expect(each).toBe(sections.filter(({ children }) => children.some((c) => c.children.length > 0)).length);
  await t.sendOk("cy", "DELETE", "/items/@five/vote");
  expect(await left(t)).toMatchObject({ left: together + 1 });
  const section = sections.find((each) => JSON.stringify(each).includes('"@five"'))?.id ?? "";
  await t.sendOk("ann", "POST", "/rounds", {
    sections: [t.names.id(section)],
    perSticker: 2,
    votes: { limit: 2, item: "section" },
  });
  expect(await left(t)).toEqual({ used: 0, present: 3, left: 6, each: 2 });
  await t.sendOk("bob", "POST", "/items/@five/vote");
  expect(await left(t)).toEqual({ used: 0, present: 3, left: 5, each: 2 });
});

test("[V10] attack: neither the answer about votes left nor a frame tells who has used theirs", async () => {
  const t = await start();
  await t.facilitate({ votes: { limit: 2, item: "board" }, concealVoteCount: true });
  const { url, people, connections } = t;
  for (const query of ["user", "user_id", "users[]"])
    expect((await people.cy.get(`${url}/votes-left?${query}=${people.ann.user.id}`)).json()).toEqual({
      data: { used: 1, present: 3, left: 2, each: 2 },
    });
  const since = connections.bob.raw.received.length;
  await t.sendOk("cy", "POST", "/items/@one/vote");
  expect(await left(t)).toEqual({ used: 2, present: 3, left: 1, each: 2 });
  await connections.bob.flush();
  expect(JSON.stringify(connections.bob.raw.received.slice(since))).not.toContain(people.cy.user.id);
});
