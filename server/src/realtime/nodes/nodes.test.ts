import { describe, expect, test } from "vitest";
import { hasRedis, startRedis, type TestRedis } from "../../testing/nodes/redis.ts";
import type { BuiltinOptions } from "../builtin-push-service.ts";
import { createRedisBus } from "./redis-bus.ts";
import {
  type Endpoint,
  connectPusher,
  connectRaw,
  createMemoryLog,
  joinRaw,
  nextEvent,
  type RawClient,
  startEndpoint,
  subscribe,
} from "../testing.ts";

const BOARD = "presence-boards.abc";
const PRIVATE = "private-boards.abc";
const timing = { heartbeatMs: 50, silenceMs: 500 };

/** A node of an installation, with its own connection to Redis. */
async function startNode(redis: TestRedis, options: Partial<BuiltinOptions> = {}): Promise<Endpoint> {
  const log = createMemoryLog();
  const bus = await createRedisBus({ url: redis.url, prefix: "test:", log });
  const endpoint = await startEndpoint({ bus, timing, ...options });
  return { ...endpoint, log };
}

async function startTwo(options: Partial<BuiltinOptions> = {}) {
  const redis = await startRedis();
  return { redis, one: await startNode(redis, options), two: await startNode(redis, options) };
}

/** Frames of one event, in the order of arrival. */
const received = (raw: RawClient, event: string) => raw.received.filter((frame) => frame.event === event);

async function joined(node: Endpoint, userId: string, channel = BOARD): Promise<RawClient> {
  const raw = await connectRaw(node);
  node.sockets.bindSocket(`session-${userId}`, raw.socketId, userId);
  await joinRaw(node, raw, channel, userId);
  return raw;
}

describe.skipIf(!hasRedis)("two nodes over Redis", () => {
  test("an event reaches the clients of both nodes, each once", async () => {
    const { one, two } = await startTwo();
    const [ann, bob] = [await joined(one, "ann", PRIVATE), await joined(two, "bob", PRIVATE)];
    one.transport.broadcast(PRIVATE, "first", { version: 1 });
    two.transport.broadcast(PRIVATE, "last", { version: 2 });
    await Promise.all([ann.receive("last"), bob.receive("last")]);
    for (const raw of [ann, bob]) expect(received(raw, "first")).toHaveLength(1);
    for (const raw of [ann, bob]) expect(received(raw, "last")).toHaveLength(1);
  });

  test("a request on another node leaves its own connection out", async () => {
    const { one, two } = await startTwo();
    const ann = await joined(one, "ann", PRIVATE);
    const own = { socketId: ann.socketId, sessionId: "session-ann" };
    expect(two.sockets.ownsSocket(own.sessionId, own.socketId)).toBe(true);
    two.transport.broadcast(PRIVATE, "own", {}, own);
    two.transport.broadcast(PRIVATE, "other", {});
    await ann.receive("other");
    expect(received(ann, "own")).toEqual([]);
  });

  test("attack: a stranger on another node names somebody's connection to keep events from them", async () => {
    const { one, two } = await startTwo();
    const ann = await joined(one, "ann", PRIVATE);
    two.transport.broadcast(PRIVATE, "withheld", {}, { socketId: ann.socketId, sessionId: "session-eve" });
    expect(await ann.receive("withheld")).toBeDefined();
  });

  test("whispers reach the other node with the sender's id, and the option that this node knows is applied", async () => {
    const redis = await startRedis();
    const one = await startNode(redis);
    const two = await startNode(redis, { onClientEvent: ({ event }) => event !== "client-secret" });
    const [ann, bob] = [await joined(one, "ann"), await joined(two, "bob")];
    ann.send("client-secret", { column_id: 1 }, BOARD);
    ann.send("client-open", { column_id: 2 }, BOARD);
    expect(await bob.receive("client-open")).toMatchObject({ data: { column_id: 2 }, user_id: "ann" });
    expect(received(bob, "client-secret")).toEqual([]);
    expect(received(ann, "client-open")).toEqual([]);
  });

  test("what a node removes from a whisper does not reach the other node either", async () => {
    const redis = await startRedis();
    const one = await startNode(redis, { onClientEvent: () => ({ data: { column_id: 1 } }) });
    const two = await startNode(redis);
    const [ann, bob] = [await joined(one, "ann"), await joined(two, "bob")];
    ann.send("client-open", { column_id: 1, text: "secret" }, BOARD);
    expect((await bob.receive("client-open")).data).toEqual({ column_id: 1 });
  });

  test("a member is on the list of both nodes, comes once and leaves once, also with tabs on both", async () => {
    const { one, two } = await startTwo();
    const ann = await joined(one, "ann");
    const bobOnOne = await joined(one, "bob");
    const bobOnTwo = await joined(two, "bob");
    const cem = await connectRaw(two);
    two.sockets.bindSocket("session-cem", cem.socketId, "cem");
    const list = await joinRaw(two, cem, BOARD, "cem");
    expect(list.data.presence?.ids.toSorted()).toEqual(["ann", "bob", "cem"]);
    expect(list.data.presence?.hash["ann"]).toEqual({ name: "Name of ann" });
    await ann.receive("pusher_internal:member_added");
    await expect.poll(() => one.presence.members(BOARD)).toEqual(["ann", "bob", "cem"]);
    bobOnOne.socket.close();
    await expect.poll(() => one.sockets.connectionCount()).toBe(1);
    bobOnTwo.socket.close();
    expect((await ann.receive("pusher_internal:member_removed")).data.user_id).toBe("bob");
    expect(received(ann, "pusher_internal:member_added").map(({ data }) => data.user_id)).toEqual([
      "bob",
      "cem",
    ]);
    expect(received(cem, "pusher_internal:member_removed")).toHaveLength(1);
    expect((await one.presence.members(BOARD)).toSorted()).toEqual(["ann", "cem"]);
  });

  test("joins and leaves are reported on every node that has the board", async () => {
    const { one, two } = await startTwo();
    const events: unknown[] = [];
    await joined(two, "ann");
    two.presence.onPresence(({ userId, present }) => events.push([userId, present]));
    const bob = await joined(one, "bob");
    await expect.poll(() => events).toEqual([["bob", true]]);
    bob.socket.close();
    await expect
      .poll(() => events)
      .toEqual([
        ["bob", true],
        ["bob", false],
      ]);
  });

  test("a rename on one node reaches the others, later subscribers too, and not the renaming tab", async () => {
    const { one, two } = await startTwo();
    const [ann, bob] = [await joined(one, "ann"), await joined(two, "bob")];
    const own = { socketId: ann.socketId, sessionId: "session-ann" };
    // The request came to the node that does not have the connection.
    two.presence.updateMember("ann", { name: "Anna" }, "client-update.user", own);
    expect(await bob.receive("client-update.user")).toMatchObject({ data: { name: "Anna" }, user_id: "ann" });
    const late = await connectRaw(two);
    two.sockets.bindSocket("session-late", late.socketId, "late");
    const list = await joinRaw(two, late, BOARD, "late");
    expect(list.data.presence?.hash["ann"]).toEqual({ name: "Anna" });
    await ann.flush();
    expect(received(ann, "client-update.user")).toEqual([]);
  });

  test("attack: who renames themselves on another node names somebody's connection to keep the name from them", async () => {
    const { one, two } = await startTwo();
    const [ann] = [await joined(one, "ann"), await joined(one, "eve")];
    const anns = { socketId: ann.socketId, sessionId: "session-eve" };
    two.presence.updateMember("eve", { name: "Eva" }, "client-update.user", anns);
    // If the first is kept from Ann, this one comes in its place.
    two.presence.updateMember("eve", { name: "Ever" }, "client-update.user");
    expect(await ann.receive("client-update.user")).toMatchObject({ data: { name: "Eva" }, user_id: "eve" });
  });

  test("the end of a session and of a user closes connections on every node", async () => {
    const { one, two } = await startTwo();
    const [ann, bob] = [await joined(one, "ann"), await joined(one, "bob")];
    two.sockets.disconnectSession("session-ann");
    expect(await ann.waitForClose()).toBe(4009);
    expect(bob.closeCode).toBe(null);
    two.sockets.disconnectUser("bob");
    expect(await bob.waitForClose()).toBe(4009);
  });

  test("[M4, M5] the end of a channel's subscriptions closes its connections on every node, except one user's", async () => {
    const { one, two } = await startTwo();
    const [ann, bob, cem] = [
      await joined(one, "ann"),
      await joined(one, "bob"),
      await joined(one, "cem", PRIVATE),
    ];
    two.sockets.endSubscriptions([BOARD], "ann");
    expect(await bob.waitForClose()).toBe(4200);
    await Promise.all([ann.flush(), cem.flush()]);
    expect([ann.closeCode, cem.closeCode]).toEqual([null, null]);
  });

  test("[G2] a channel that is closed tells its connections on every node, and they get nothing more of it", async () => {
    const { one, two } = await startTwo();
    const ann = await joined(one, "ann", PRIVATE);
    two.sockets.closeChannel(PRIVATE, "last");
    await ann.receive("last");
    one.transport.broadcast(PRIVATE, "after the last", {});
    await ann.flush();
    expect(received(ann, "after the last")).toEqual([]);
  });

  test("a node is subscribed to the channels that it has connections on, and to nothing more", async () => {
    const { one, two } = await startTwo();
    const ann = await joined(one, "ann");
    await joined(one, "bob", PRIVATE);
    expect(one.nodes.state()?.subscriptions).toBe(3);
    expect(two.nodes.state()?.subscriptions).toBe(1);
    ann.send("pusher:unsubscribe", { channel: BOARD });
    await ann.flush();
    expect(one.nodes.state()?.subscriptions).toBe(2);
  });
});

describe.skipIf(!hasRedis)("a connection that another node authorises", () => {
  const authorise = (node: Endpoint, raw: RawClient, sessionId: string, channel = PRIVATE) => {
    expect(node.sockets.bindSocket(sessionId, raw.socketId, "user")).toBe(true);
    return node.sockets.authorise(raw.socketId, channel, undefined, { sessionId, userId: "user" });
  };
  const join = async (raw: RawClient, signed: object, channel = PRIVATE) => {
    raw.send("pusher:subscribe", { channel, ...signed });
    await raw.flush();
    const error = received(raw, "pusher:subscription_error").at(-1);
    return error?.data.status ?? received(raw, "pusher_internal:subscription_succeeded").length;
  };

  test("belongs to the session that asked, until it closes", async () => {
    const { one, two } = await startTwo();
    const raw = await connectRaw(one);
    const pending = join(raw, authorise(two, raw, "anns"));
    await raw.receive("pusher_internal:subscription_succeeded");
    await pending;
    expect(one.sockets.ownsSocket("anns", raw.socketId)).toBe(true);
    expect(one.sockets.ownsSocket("eves", raw.socketId)).toBe(false);
    two.sockets.disconnectSession("anns");
    expect(await raw.waitForClose()).toBe(4009);
  });

  test("also when it signs in with a user authentication of another node", async () => {
    const { one, two } = await startTwo();
    const raw = await connectRaw(one);
    raw.send(
      "pusher:signin",
      two.sockets.authoriseUser(raw.socketId, { id: "user" }, { sessionId: "anns", userId: "user" }),
    );
    await raw.receive("pusher:signin_success");
    expect(one.sockets.ownsSocket("anns", raw.socketId)).toBe(true);
  });

  test("attack: a second session uses somebody's connection", async () => {
    const { one, two } = await startTwo();
    const raw = await joined(one, "ann");
    expect(await join(raw, authorise(two, raw, "eves"))).toBe(403);
    expect(one.sockets.ownsSocket("session-ann", raw.socketId)).toBe(true);
  });

  test("attack: a client names another session in the signature", async () => {
    const { one, two } = await startTwo();
    const raw = await connectRaw(one);
    const { auth } = authorise(two, raw, "eves");
    expect(await join(raw, { auth: auth.replace("eves", "anns") })).toBe(401);
    expect(await join(raw, { auth: auth.split(":").slice(0, 2).join(":") })).toBe(401);
  });

  test("attack: a session keeps a signature and uses it after its end", async () => {
    const { one, two } = await startTwo();
    const raw = await connectRaw(one);
    const witness = await joined(one, "eve");
    const signed = authorise(two, raw, "session-eve");
    two.sockets.disconnectSession("session-eve");
    await witness.waitForClose();
    expect(await join(raw, signed)).toBe(403);
  });

  test("attack: a user keeps a signature and uses it after all their sessions have ended", async () => {
    const { one, two } = await startTwo();
    const raw = await connectRaw(one);
    const witness = await joined(one, "user");
    const signed = authorise(two, raw, "session-of-the-user");
    two.sockets.disconnectUser("user");
    await witness.waitForClose();
    expect(await join(raw, signed)).toBe(403);
  });

  test("attack: a signature that is older than a minute is used", async () => {
    const { one, two } = await startTwo({ clock: () => time.now });
    const raw = await connectRaw(one);
    const signed = authorise(two, raw, "anns");
    time.now += 60_000;
    expect(await join(raw, signed)).toBe(403);
  });
  const time = { now: 1_000_000_000 };

  test("the official client subscribes with it", async () => {
    const { one, two } = await startTwo();
    // The browser's authorisations reach the other node.
    const client = connectPusher({ ...two, port: one.port }, "ann");
    const channel = await subscribe(client, BOARD);
    const next = nextEvent(channel, "hello");
    two.transport.broadcast(BOARD, "hello", { text: "there" });
    expect(await next).toEqual({ text: "there" });
  });
});

describe.skipIf(!hasRedis)("without Redis for a while", () => {
  test("each node serves its own clients; then delivery and presence are whole again", async () => {
    // On a busy machine a node that lives can be silent for half a second: its users would leave for a
    // moment.
    const { redis, one, two } = await startTwo({ timing: { heartbeatMs: 50, silenceMs: 2000 } });
    const missed: (readonly string[])[] = [];
    two.nodes.onMissed((channels) => missed.push(channels));
    const [ann, bob] = [await joined(one, "ann"), await joined(two, "bob")];
    const leaver = await joined(one, "leaver");
    await expect.poll(() => two.presence.members(BOARD)).toHaveLength(3);
    await redis.stop();
    await expect.poll(() => [one.nodes.connected, two.nodes.connected]).toEqual([false, false]);
    // Unknown is not the same as nobody.
    await expect(one.presence.members(BOARD)).rejects.toThrow("Redis is away");
    const cem = await joined(one, "cem");
    leaver.socket.close();
    one.transport.broadcast(BOARD, "while away", {});
    await Promise.all([ann.receive("while away"), cem.receive("while away")]);
    await redis.start();
    await expect
      .poll(async () => [...(await two.presence.members(BOARD).catch(() => []))].toSorted())
      .toEqual(["ann", "bob", "cem"]);
    await expect.poll(() => missed.flat()).toContain(BOARD);
    one.transport.broadcast(BOARD, "again", {});
    await bob.receive("again");
    expect(received(bob, "pusher_internal:member_removed").map(({ data }) => data.user_id)).toEqual([
      "leaver",
    ]);
    expect(received(bob, "pusher_internal:member_added").map(({ data }) => data.user_id)).toEqual([
      "leaver",
      "cem",
    ]);
    const lines = two.log.lines.filter(({ message }) => message.startsWith("Redis is"));
    expect(lines.map(({ level }) => level)).toEqual(["warn", "info"]);
  });

  test("a Redis that refuses writes is a warning and counted; then presence is counted again", async () => {
    const { redis, one, two } = await startTwo({ timing: { heartbeatMs: 50, silenceMs: 2000 } });
    await joined(one, "ann");
    await expect.poll(() => two.presence.members(BOARD)).toEqual(["ann"]);
    await redis.limitMemory("1mb");
    await joined(two, "bob");
    const refusals = () => two.log.lines.filter(({ message }) => message.startsWith("Redis refuses writes"));
    await expect.poll(() => two.nodes.state()?.refused ?? 0).toBeGreaterThan(0);
    expect(refusals().map(({ level }) => level)).toEqual(["warn"]);
    expect(two.nodes.connected).toBe(true);
    await redis.limitMemory("0");
    await joined(two, "cem");
    await expect
      .poll(async () => [...(await one.presence.members(BOARD))].toSorted())
      .toEqual(["ann", "bob", "cem"]);
    expect(refusals()).toHaveLength(1);
  });

  test("the users of a node that ended leave, and are not found by nodes that start later", async () => {
    const redis = await startRedis();
    const log = createMemoryLog();
    const bus = await createRedisBus({ url: redis.url, prefix: "test:", log });
    const one = await startEndpoint({ bus, timing });
    const two = await startNode(redis);
    const [, bob] = [await joined(one, "ann"), await joined(two, "bob")];
    await expect.poll(() => two.presence.members(BOARD)).toHaveLength(2);
    // As after a crash: nothing more arrives from this node.
    await bus.close();
    expect((await bob.receive("pusher_internal:member_removed")).data.user_id).toBe("ann");
    const three = await startNode(redis);
    expect(await three.presence.members(BOARD)).toEqual(["bob"]);
  });
});

test.skipIf(!hasRedis)(
  "a Redis that is too old or does not answer ends the start with the reason",
  async () => {
    const log = createMemoryLog();
    await expect(createRedisBus({ url: "redis://127.0.0.1:1", prefix: "test:", log })).rejects.toThrow(
      "ECONNREFUSED",
    );
    const redis = await startRedis(["--requirepass", "hush"]);
    await expect(createRedisBus({ url: redis.url, prefix: "test:", log })).rejects.toThrow("NOAUTH");
  },
);
