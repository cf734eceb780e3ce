import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { channels } from "@retro/contract/events";
import { buildTestApp } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { runAlone } from "../../testing/databases/held-turns.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import { hasRedis } from "../../testing/nodes/redis.ts";
import { startTwoNodes } from "../../testing/nodes/two-nodes.ts";

const noon = Date.UTC(2026, 0, 1, 12);
const second = 1000;
const minute = 60 * second;

test("a facilitator whose websocket is blocked keeps the seat by working over HTTP [S2]", async () => {
  const { visitor, time } = await buildTestApp({ frozenAt: noon });
  const [ann, bob] = [await visitor(), await visitor()];
  const { url, id } = await makeBoard(ann);
  await ann.post(`${url}/facilitators`);
  const requests = [
    () => ann.get(`${url}/changes?since=1`),
    () => ann.get(url),
    () => ann.put(`${url}/facilitators`, { option: "hideContent", value: true }),
    () => ann.get(`${url}/items`),
    () => ann.get(`/web/boards/${id}/export-csv`),
  ];
  for (const request of requests) {
    time.now += 2 * minute - 1;
    await request();
    time.now += 2 * minute - 1;
    expect((await bob.post(`${url}/facilitators`)).json()).toMatchObject({ code: "seat_taken" });
    await ann.get(url);
  }
  time.now += 2 * minute;
  expect((await bob.post(`${url}/facilitators`)).statusCode).toBe(200);
});

test("work on another board, without a session, or on a board that does not exist keeps no seat [S2]", async () => {
  const { visitor, browser, time } = await buildTestApp({ frozenAt: noon });
  const [ann, bob] = [await visitor(), await visitor()];
  const { url } = await makeBoard(ann);
  const other = await makeBoard(ann);
  await ann.post(`${url}/facilitators`);
  time.now += 2 * minute;
  await ann.get(other.url);
  await ann.get("/api/v1/boards");
  await ann.get("/api/v1/users/auth");
  await ann.get("/api/v1/boards/no-such-board");
  await browser().get(url);
  expect((await bob.post(`${url}/facilitators`)).statusCode).toBe(200);
});

test("the two minutes run from the last of the websocket and the requests [S2]", async () => {
  const app = await buildTestApp({ frozenAt: noon });
  await app.listen();
  const [ann, bob] = [await app.visitor(), await app.visitor()];
  const board = await makeBoard(ann);
  await ann.post(`${board.url}/facilitators`);
  const listener = await listenOn(app, ann, board.id);
  app.time.now += 10 * minute;
  expect((await bob.post(`${board.url}/facilitators`)).statusCode).toBe(409);
  const bobListener = await listenOn(app, bob, board.id);
  listener.raw.socket.close();
  await bobListener.raw.receive("pusher_internal:member_removed");
  app.time.now += 2 * minute - 1;
  expect((await bob.post(`${board.url}/facilitators`)).statusCode).toBe(409);
  app.time.now += 1;
  expect((await bob.post(`${board.url}/facilitators`)).statusCode).toBe(200);
});

test("of two users who take over an empty seat at the same time, one gets it [S2]", async () => {
  const { visitor, deps, time } = await buildTestApp({ frozenAt: noon });
  const [ann, bob, cy] = [await visitor(), await visitor(), await visitor()];
  const { url, id } = await makeBoard(ann);
  await ann.post(`${url}/facilitators`);
  time.now += 2 * minute;
  // Both find the seat of the same absent holder before either of them has taken it.
  const { turns } = deps.database;
  const { promise, resolve: begin } = Promise.withResolvers<void>();
  const held = runAlone(turns, id, () => promise);
  const attempts = [bob, cy].map((each) => each.post(`${url}/facilitators`));
  await expect.poll(() => turns.length).toBe(2);
  begin();
  await held;
  const [first, second] = await Promise.all(attempts);
  const bobHasIt = first?.statusCode === 200;
  expect([first?.statusCode, second?.statusCode]).toEqual(bobHasIt ? [200, 409] : [409, 200]);
  const { user } = bobHasIt ? bob : cy;
  expect((await ann.get(url)).json()).toMatchObject({ data: { facilitator_id: user.id } });
});

describe.skipIf(!hasRedis)("with two nodes over Redis", () => {
  test("a facilitator keeps the seat by requests to the other node, and by a websocket there [S2]", async () => {
    const { one, two, wait } = await startTwoNodes(noon);
    const [ann, bob] = [await one.visitor(), await two.visitor()];
    const { url, id } = await makeBoard(ann);
    const take = async () => (await bob.post(`${url}/facilitators`)).statusCode;
    await ann.post(`${url}/facilitators`);
    wait(10 * minute);
    await ann.get(url);
    await expect.poll(() => one.deps.presence.lastSeen(channels.presence(id), ann.user.id)).not.toBe(null);
    wait(2 * minute - 1);
    expect(await take()).toBe(409);
    const tab = await listenOn(one, ann, id);
    wait(10 * minute);
    expect(await take()).toBe(409);
    tab.raw.socket.close();
    await expect.poll(() => two.deps.presence.members(channels.presence(id))).toEqual([]);
    wait(2 * minute - 1);
    expect(await take()).toBe(409);
    wait(1);
    expect(await take()).toBe(200);
  });

  test("while Redis is away a seat counts as held [S2]", async () => {
    const { redis, one, two, wait } = await startTwoNodes(noon);
    const [ann, bob] = [await one.visitor(), await two.visitor()];
    const { url } = await makeBoard(ann);
    await ann.post(`${url}/facilitators`);
    await redis.stop();
    wait(10 * minute);
    await expect.poll(() => two.deps.nodes.connected).toBe(false);
    expect((await bob.post(`${url}/facilitators`)).statusCode).toBe(409);
  });

  test("after it was away the two minutes begin anew: the other node may have seen the facilitator [S2]", async () => {
    const { redis, one, two, wait } = await startTwoNodes(noon);
    const [ann, bob] = [await one.visitor(), await two.visitor()];
    const { url } = await makeBoard(ann);
    const take = async () => (await bob.post(`${url}/facilitators`)).statusCode;
    await ann.post(`${url}/facilitators`);
    await redis.stop();
    await expect.poll(() => one.deps.nodes.connected).toBe(false);
    wait(10 * minute);
    await ann.get(url);
    const missed = new Promise((resolve) => two.deps.nodes.onMissed(resolve));
    await redis.start();
    await missed;
    wait(2 * minute - 1);
    expect(await take()).toBe(409);
    // The node may still hear that the other one is back too: then they begin once more.
    await expect
      .poll(() => {
        wait(2 * minute);
        return take();
      })
      .toBe(200);
  });
});

/** A push provider that says who is present, and the app that uses it. */
async function hostedApp() {
  const present = new Set<string>();
  const provider = createServer((request, response) => {
    request.resume();
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ users: [...present].map((id) => ({ id })) }));
  });
  const listening = Promise.withResolvers<void>();
  provider.listen(0, "127.0.0.1", () => listening.resolve());
  await listening.promise;
  onTestFinished(() => {
    provider.closeAllConnections();
    provider.close();
  });
  const { port } = provider.address() as AddressInfo;
  const app = await buildTestApp({
    frozenAt: noon,
    env: {
      PUSHER_APP_ID: "42",
      PUSHER_KEY: "key",
      PUSHER_SECRET: "secret",
      PUSHER_HOST: `http://127.0.0.1:${port}`,
    },
  });
  return { app, present };
}

const form = { "content-type": "application/x-www-form-urlencoded" };

/**
 * A user tries to take the seat at the given seconds; in between, the holder does what the case says. `held`:
 * refused with 409; `taken`: granted.
 */
test.each([
  ["an absence of two minutes, seen at both ends", ["try held", 120, "try taken"]],
  ["a second too early", ["try held", 119, "try held", 1, "try taken"]],
  ["an absence of an hour ago", ["try held", 3600, "try held", 119, "try held", 1, "try taken"]],
  ["just within what is remembered", ["try held", 239, "try taken"]],
  ["just past what is remembered", ["try held", 240, "try held", 120, "try taken"]],
  [
    "a holder who is seen there between",
    ["try held", 60, "come", "try held", "go", 121, "try held", 120, "try taken"],
  ],
  [
    "a holder who came back unseen, but asked for the channel",
    ["try held", 60, "join", "go", 100, "try held", 119, "try held", 120, "try taken"],
  ],
  [
    "a holder who came back unseen, but made a request",
    ["try held", 60, "read", 100, "try held", 119, "try held", 120, "try taken"],
  ],
])("hosted provider: %s never shortens the two minutes of an empty seat [S2]", async (_name, steps) => {
  const { app, present } = await hostedApp();
  const [ann, bob] = [await app.visitor(), await app.visitor()];
  const { id, url } = await makeBoard(ann);
  await ann.post(`${url}/facilitators`);
  app.time.now += 10 * minute;
  const acts: Record<string, () => unknown> = {
    come: () => present.add(ann.user.id),
    go: () => present.delete(ann.user.id),
    read: () => ann.get(`${url}/changes?since=1`),
    join: async () => {
      const body = new URLSearchParams({ socket_id: "1.2", channel_name: channels.presence(id) });
      expect((await ann.post("/broadcasting/auth", body.toString(), form)).statusCode).toBe(200);
    },
    "try held": async () => expect((await bob.post(`${url}/facilitators`)).statusCode).toBe(409),
    "try taken": async () => expect((await bob.post(`${url}/facilitators`)).statusCode).toBe(200),
  };
  for (const step of steps) {
    if (typeof step === "number") app.time.now += step * second;
    else await acts[step]?.();
  }
});
