import type { PresenceChannel } from "pusher-js";
import { describe, expect, test } from "vitest";
import type { PresenceEvent } from "./push-service.ts";
import {
  connectPusher,
  connectRaw,
  joinRaw,
  subscribe,
  makeMember,
  nextEvent,
  openRaw,
  startEndpoint,
} from "./testing.ts";

const BOARD = "presence-boards.7bb0bb3c-6a54-4b7e-9a6b-3c2a9a0f5d11";
const PRIVATE = "private-boards.7bb0bb3c-6a54-4b7e-9a6b-3c2a9a0f5d11";

describe("with the official client", () => {
  test("two people see each other come and go, and hear events", async () => {
    const endpoint = await startEndpoint();
    const [ann, bob] = [connectPusher(endpoint, "ann"), connectPusher(endpoint, "bob")];
    const annsBoard = await subscribe(ann, BOARD);
    const added = nextEvent(annsBoard, "pusher:member_added");
    const bobsBoard = (await subscribe(bob, BOARD)) as PresenceChannel;
    expect(await added).toEqual({ id: "bob", info: { name: "Name of bob" } });
    expect(bobsBoard.members.count).toBe(2);
    expect(bobsBoard.members.me.id).toBe("bob");
    expect(bobsBoard.members.get("ann").info).toEqual({ name: "Name of ann" });
    expect(await endpoint.presence.members(BOARD)).toEqual(["ann", "bob"]);

    const received = [nextEvent(annsBoard, "board-items.update"), nextEvent(bobsBoard, "board-items.update")];
    endpoint.transport.broadcast(BOARD, "board-items.update", {
      version: 3,
      changes: ['ё " \\ 🎉 \u2028'],
    });
    for (const data of await Promise.all(received))
      expect(data).toEqual({ version: 3, changes: ['ё " \\ 🎉 \u2028'] });

    const removed = nextEvent(annsBoard, "pusher:member_removed");
    bob.disconnect();
    expect(await removed).toMatchObject({ id: "bob" });
    expect(await endpoint.presence.members(BOARD)).toEqual(["ann"]);
  });

  test("a second tab does not silence the first, and both are one member", async () => {
    const endpoint = await startEndpoint();
    const told: PresenceEvent[] = [];
    endpoint.presence.onPresence((event) => told.push(event));
    const watcher = await connectRaw(endpoint);
    await joinRaw(endpoint, watcher, BOARD, "watcher");
    const [tab1, tab2] = [connectPusher(endpoint, "ann", "s1"), connectPusher(endpoint, "ann", "s1")];
    const board1 = await subscribe(tab1, BOARD);
    const board2 = await subscribe(tab2, BOARD);
    expect((board2 as PresenceChannel).members.count).toBe(2);
    const both = [nextEvent(board1, "board.update"), nextEvent(board2, "board.update")];
    endpoint.transport.broadcast(BOARD, "board.update", { version: 1 });
    await Promise.all(both);

    tab1.disconnect();
    const still = nextEvent(board2, "board.update");
    endpoint.transport.broadcast(BOARD, "board.update", { version: 2 });
    await still;
    expect(await endpoint.presence.members(BOARD)).toEqual(["watcher", "ann"]);
    tab2.disconnect();
    expect((await watcher.receive("pusher_internal:member_removed")).data).toEqual({ user_id: "ann" });
    expect(watcher.received.filter(({ event }) => event === "pusher_internal:member_added")).toHaveLength(1);
    expect(told.map(({ userId, present }) => [userId, present])).toEqual([
      ["watcher", true],
      ["ann", true],
      ["ann", false],
    ]);
  });

  test("unsubscribing ends both the events and the membership", async () => {
    const endpoint = await startEndpoint();
    const ann = connectPusher(endpoint, "ann");
    const bob = await connectRaw(endpoint);
    await joinRaw(endpoint, bob, BOARD, "bob");
    await subscribe(ann, BOARD);
    ann.unsubscribe(BOARD);
    expect((await bob.receive("pusher_internal:member_removed")).data).toEqual({ user_id: "ann" });
    expect(await endpoint.presence.members(BOARD)).toEqual(["bob"]);
  });

  test("pusher:signin opens the user's own channel, and the server can end it", async () => {
    const endpoint = await startEndpoint();
    const ann = connectPusher(endpoint, "ann");
    await nextEvent(ann.connection, "connected");
    const greeted = nextEvent(ann.user, "greeting");
    ann.signin();
    await ann.user.signinDonePromise;
    await subscribe(ann, PRIVATE);
    endpoint.transport.broadcast("#server-to-user-ann", "greeting", { text: "hello" });
    expect(await greeted).toEqual({ text: "hello" });
    const ended = nextEvent(ann.connection, "disconnected");
    endpoint.sockets.disconnectUser("ann");
    await ended;
  });

  test("a revoked session receives nothing more; another session of the same user stays", async () => {
    const endpoint = await startEndpoint();
    const [revoked, kept] = [connectPusher(endpoint, "ann", "s1"), connectPusher(endpoint, "ann", "s2")];
    const received: string[] = [];
    (await subscribe(revoked, PRIVATE)).bind_global((event: string) => received.push(event));
    const keptChannel = await subscribe(kept, PRIVATE);
    const ended = nextEvent(revoked.connection, "disconnected");
    const arrived = nextEvent(keptChannel, "secret");
    endpoint.sockets.disconnectSession("s1");
    endpoint.transport.broadcast(PRIVATE, "secret", { version: 1 });
    await Promise.all([ended, arrived]);
    expect(received).toEqual([]);
  });

  test("clients reconnect by themselves after a graceful stop", async () => {
    const endpoint = await startEndpoint();
    const ann = connectPusher(endpoint, "ann");
    await subscribe(ann, PRIVATE);
    const comesBack = nextEvent(ann.connection, "connecting");
    await endpoint.transport.close();
    expect(await comesBack).not.toBe(null);
  });
});

test("a node that is drained closes its connections in portions, and refuses new ones meanwhile", async () => {
  const endpoint = await startEndpoint();
  const clients = await Promise.all(Array.from({ length: 8 }, () => connectRaw(endpoint)));
  const closed: number[] = [];
  const left: number[] = [];
  for (const { socket } of clients)
    socket.on("close", (code) => {
      closed.push(code);
      left.push(endpoint.sockets.connectionCount());
    });
  const drained = endpoint.transport.drain(1500);
  expect(endpoint.transport.isDraining()).toBe(true);
  await expect.poll(() => closed.length).toBeGreaterThan(0);
  expect(await openRaw(endpoint).waitForClose()).toBe(1006);
  await drained;
  await expect.poll(() => closed).toEqual(clients.map(() => 4200));
  expect(new Set(left).size).toBeGreaterThan(2);
});

test("a newcomer alone gets the list; to the others a join costs under 300 bytes", async () => {
  const endpoint = await startEndpoint();
  const first = await connectRaw(endpoint);
  await joinRaw(endpoint, first, BOARD, "first");
  const ids = Array.from({ length: 40 }, () => crypto.randomUUID());
  for (const id of ids) {
    const raw = await connectRaw(endpoint);
    const member = { user_id: id, user_info: { name: "Thoughtful Otter", options: { color: "#673ab7" } } };
    raw.send("pusher:subscribe", {
      channel: BOARD,
      ...endpoint.sockets.authorise(raw.socketId, BOARD, member),
    });
    const list = await raw.receive("pusher_internal:subscription_succeeded");
    const { count, ids: listed = [], hash = {} } = list.data.presence ?? {};
    expect(count).toBe(listed.length);
    expect(hash[id]).toEqual(member.user_info);
    expect(Object.keys(hash)).toEqual(listed);
  }
  await first.flush();
  const lists = first.received.filter(({ event }) => event === "pusher_internal:subscription_succeeded");
  expect(lists).toHaveLength(1);
  const added = first.received.filter(({ event }) => event === "pusher_internal:member_added");
  expect(added.map(({ data }) => data.user_id)).toEqual(ids);
  for (const { bytes } of added) expect(bytes).toBeLessThan(300);
});

test("an event over 8 kB is sent as a version to fetch; without a version it is dropped and logged", async () => {
  const endpoint = await startEndpoint();
  const raw = await connectRaw(endpoint);
  await joinRaw(endpoint, raw, PRIVATE, "ann");
  endpoint.transport.broadcast(PRIVATE, "big", { version: 9, changes: ["я".repeat(5000)] });
  expect((await raw.receive("big")).data).toEqual({ version: 9, fetch: true });
  endpoint.transport.broadcast(PRIVATE, "unversioned", { text: "x".repeat(9000) });
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  endpoint.transport.broadcast(PRIVATE, "circular", circular);
  await raw.flush();
  expect(raw.received.map(({ event }) => event)).not.toContain("unversioned");
  expect(endpoint.log.lines.map(({ level }) => level)).toEqual(["warn", "error"]);
});

test("silence is pinged, a pong keeps the connection, and its absence ends it (4201)", async () => {
  const endpoint = await startEndpoint({ activityTimeout: 0.05, pongTimeout: 0.05 });
  const deaf = await connectRaw(endpoint);
  await deaf.receive("pusher:ping");
  deaf.send("pusher:pong", {});
  await deaf.receive("pusher:ping");
  expect(await deaf.waitForClose()).toBe(4201);
});

test("a member of a channel in which others wait, whose network is gone, leaves it sooner than others", async () => {
  const endpoint = await startEndpoint({
    exactPresence: { activityTimeout: 0.05, pongTimeout: 0.05 },
    needsExactPresence: (channel) => channel === BOARD,
  });
  const [gone, elsewhere] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  await joinRaw(endpoint, gone, BOARD, "ann");
  await joinRaw(endpoint, elsewhere, PRIVATE, "cy");
  await gone.receive("pusher:ping");
  expect(await gone.waitForClose()).toBe(4201);
  expect(await endpoint.presence.members(BOARD)).toEqual([]);
  await elsewhere.flush();
  expect(elsewhere.received.map(({ event }) => event)).not.toContain("pusher:ping");
});

test("the server may refuse a whisper or replace its data", async () => {
  const endpoint = await startEndpoint({
    onClientEvent: ({ event, userId }) => (event === "client-text" ? false : { data: { from: userId } }),
  });
  const [ann, bob] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  await joinRaw(endpoint, ann, BOARD, "ann");
  await joinRaw(endpoint, bob, BOARD, "bob");
  ann.send("client-text", { text: "secret" }, BOARD);
  ann.send("client-edit.board-item", { text: "secret" }, BOARD);
  expect((await bob.receive("client-edit.board-item")).data).toEqual({ from: "ann" });
  expect(bob.received.map(({ event }) => event)).not.toContain("client-text");
});

test("a later tab brings the fresher name to those who come after it", async () => {
  const endpoint = await startEndpoint();
  const raws = [await connectRaw(endpoint), await connectRaw(endpoint), await connectRaw(endpoint)];
  const members = [makeMember("ann"), { user_id: "ann", user_info: { name: "Anna" } }, makeMember("bob")];
  let last: unknown;
  for (const [i, raw] of raws.entries()) {
    raw.send("pusher:subscribe", {
      channel: BOARD,
      ...endpoint.sockets.authorise(raw.socketId, BOARD, members[i]),
    });
    last = await raw.receive("pusher_internal:subscription_succeeded");
  }
  expect(last).toMatchObject({ data: { presence: { hash: { ann: { name: "Anna" } } } } });
});

test("a failing presence listener is logged and harms nobody", async () => {
  const endpoint = await startEndpoint();
  endpoint.presence.onPresence(() => {
    throw new Error("boom");
  });
  const raw = await connectRaw(endpoint);
  await joinRaw(endpoint, raw, BOARD, "ann");
  expect(endpoint.log.lines[0]?.level).toBe("error");
});
