import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { connectionMaxima } from "../limits/connection.ts";
import { Hub } from "./hub.ts";
import { Peer } from "./peer.ts";
import { createMemoryLog, makeMember } from "./testing.ts";

const BOARD = "presence-boards.abc";

/** A websocket that keeps or counts what the hub sends; while `isReading` is false, its buffer grows. */
class FakeSocket {
  readonly sent: string[] = [];
  count = 0;
  keeps = true;
  bufferedAmount = 0;
  isReading = true;
  closedWith: number | null = null;

  send(bytes: Buffer): void {
    this.count += 1;
    if (this.keeps) this.sent.push(bytes.toString());
    if (!this.isReading) this.bufferedAmount += bytes.length;
  }
  close(code: number): void {
    this.closedWith = code;
  }
}

function makeHub() {
  const time = { now: 1_000_000 };
  const log = createMemoryLog();
  const hub = new Hub({ log, clock: () => time.now });
  let count = 0;
  const connect = (userId: string, keeps = true) => {
    const socket = new FakeSocket();
    socket.keeps = keeps;
    count += 1;
    const peer = new Peer(socket, `1.${count}`, "192.0.2.1", time.now);
    hub.peers.set(peer.socketId, peer);
    hub.bind(peer, `session-${userId}`, userId);
    return { peer, socket };
  };
  const join = (userId: string, keeps = true) => {
    const connected = connect(userId, keeps);
    hub.join(connected.peer, BOARD, makeMember(userId));
    return connected;
  };
  return { hub, time, log, connect, join };
}

/** What a peer received about one member, in order: `added`, `removed`, or a new name. */
function heardOf(socket: FakeSocket, userId: string): string[] {
  return socket.sent.flatMap((text) => {
    const frame = JSON.parse(text) as { event: string; data: unknown; user_id?: string };
    const data = (typeof frame.data === "string" ? JSON.parse(frame.data) : frame.data) as {
      user_id?: string;
      name?: string;
    };
    if (frame.user_id === userId) return [data.name ?? ""];
    const [, kind] = /^pusher_internal:member_(added|removed)$/.exec(frame.event) ?? [];
    return kind !== undefined && data.user_id === userId ? [kind] : [];
  });
}

test("2,200 connections that stop reading at once are closed without recursion, and the others get the message", () => {
  const { hub, log, join } = makeHub();
  const quick = Array.from({ length: 5 }, (_, i) => join(`quick-${i}`));
  const slow = Array.from({ length: 2200 }, (_, i) => join(`slow-${i}`, false));
  for (const { socket } of slow) socket.bufferedAmount = connectionMaxima.unsentBytes.max + 1;
  const before = slow.map(({ socket }) => socket.count);
  hub.deliver(BOARD, Buffer.from('{"event":"tick"}'), null);
  expect(new Set(slow.map(({ socket }) => socket.closedWith))).toEqual(new Set([4200]));
  // Each connection gets the reason for its closing, and nothing about the others.
  expect(slow.map(({ socket }, i) => socket.count - (before[i] ?? 0))).toEqual(slow.map(() => 1));
  expect(hub.members(BOARD)).toEqual(quick.map(({ peer }) => peer.userId));
  for (const { socket } of quick) {
    expect(socket.sent).toContain('{"event":"tick"}');
    expect(socket.sent.filter((text) => text.includes("member_removed"))).toHaveLength(2200);
    expect(socket.closedWith).toBe(null);
  }
  expect(log.lines).toMatchObject([{ level: "info", details: { connections: 2200 } }]);
});

test("2,200 connections, each of which becomes slow when the one before it leaves, are closed without a stack overflow", () => {
  const { hub, log, join } = makeHub();
  const quick = join("quick");
  const removedBytes = 90;
  const slow = Array.from({ length: 2200 }, (_, i) => join(`slow-${i}`, false));
  for (const [i, { socket }] of slow.entries()) {
    socket.isReading = false;
    // The first two are too slow already; each later pair becomes too slow when it gets the message that the
    // pair before it left.
    socket.bufferedAmount = connectionMaxima.unsentBytes.max + 1 - Math.floor(i / 2) * removedBytes;
  }
  hub.deliver(BOARD, Buffer.from("{}"), null);
  expect(hub.members(BOARD)).toEqual(["quick"]);
  expect(quick.socket.sent).toContain("{}");
  expect(log.lines).toHaveLength(1);
});

test("a slow connection of a member who stays present is closed, and no event says that the member left", () => {
  const { hub, join } = makeHub();
  const [ann, first] = [join("ann"), join("bob")];
  join("bob");
  first.socket.bufferedAmount = connectionMaxima.unsentBytes.max + 1;
  hub.deliver(BOARD, Buffer.from("{}"), null);
  expect(first.socket.closedWith).toBe(4200);
  expect(heardOf(ann.socket, "bob")).toEqual(["added"]);
});

test("a reload announces both the leave and the join at once", () => {
  const { hub, join } = makeHub();
  const ann = join("ann");
  const before = join("bob");
  hub.remove(before.peer);
  join("bob");
  expect(heardOf(ann.socket, "bob")).toEqual(["added", "removed", "added"]);
});

test("leaving and joining 200 times is announced four times, and then the outcome", () => {
  const { hub, time, join } = makeHub();
  const ann = join("ann");
  for (let i = 0; i < 200; i += 1) hub.remove(join("eve").peer);
  expect(heardOf(ann.socket, "eve")).toEqual(["added", "removed", "added", "removed"]);
  const eve = join("eve");
  expect(hub.members(BOARD)).toEqual(["ann", "eve"]);
  time.now += 1999;
  hub.sendDelayedAnnouncements();
  expect(heardOf(ann.socket, "eve")).toHaveLength(4);
  time.now += 1;
  hub.sendDelayedAnnouncements();
  expect(heardOf(ann.socket, "eve").slice(4)).toEqual(["added"]);
  hub.remove(eve.peer);
  time.now += 60_000;
  hub.sendDelayedAnnouncements();
  hub.sendDelayedAnnouncements();
  expect(heardOf(ann.socket, "eve").slice(4)).toEqual(["added", "removed"]);
});

test("a delayed leave and a delayed join cancel each other", () => {
  const { hub, time, join } = makeHub();
  const ann = join("ann");
  for (let i = 0; i < 10; i += 1) hub.remove(join("eve").peer);
  hub.remove(join("eve").peer);
  const told = heardOf(ann.socket, "eve");
  time.now += 60_000;
  hub.sendDelayedAnnouncements();
  expect(heardOf(ann.socket, "eve")).toEqual(told);
});

test("a member who often joins and leaves delays nobody else's announcements", () => {
  const { hub, join } = makeHub();
  const ann = join("ann");
  for (let i = 0; i < 200; i += 1) hub.remove(join("eve").peer);
  hub.remove(join("bob").peer);
  expect(heardOf(ann.socket, "bob")).toEqual(["added", "removed"]);
});

test("a rename changes the list of later subscribers at once, and the present ones hear it from the member", () => {
  const { hub, join } = makeHub();
  const [ann, bob] = [join("ann"), join("bob")];
  hub.updateMember("bob", { name: "Robert" }, "client-update.user", bob.peer);
  expect(heardOf(ann.socket, "bob")).toEqual(["added", "Robert"]);
  expect(heardOf(bob.socket, "bob")).toEqual([]);
  expect(join("eve").socket.sent[0]).toContain("Robert");
});

test("200 renames are announced four times, and then the last name", () => {
  const { hub, time, join } = makeHub();
  const ann = join("ann");
  join("eve");
  for (let i = 0; i < 200; i += 1) hub.updateMember("eve", { name: `Eve ${i}` }, "client-update.user", null);
  expect(heardOf(ann.socket, "eve")).toEqual(["added", "Eve 0", "Eve 1", "Eve 2"]);
  time.now += 60_000;
  hub.sendDelayedAnnouncements();
  expect(heardOf(ann.socket, "eve").slice(4)).toEqual(["Eve 199"]);
});

test("a subscription that was signed before a rename shows the new name", () => {
  const { hub, time, join } = makeHub();
  const ann = join("ann");
  const peer = new Peer(new FakeSocket(), "1.99", "192.0.2.1", time.now);
  hub.peers.set(peer.socketId, peer);
  hub.bind(peer, "session-bob", "bob");
  hub.updateMember("bob", { name: "Robert" }, "client-update.user", null);
  hub.join(peer, BOARD, makeMember("bob"));
  expect(ann.socket.sent.at(-1)).toContain("Robert");
});

test("a channel that everybody has left takes no memory, also one whose members came back; one in use stays", async () => {
  const { hub, time, join } = makeHub();
  const channelOf = (peer: Peer) => new WeakRef([...peer.channels.keys()][0] as object);
  const stays = channelOf(join("ann").peer);
  const others = ["presence-boards.b", "presence-boards.c", "private-boards.d"].map((name) => {
    const [one, two] = ["1.101", "1.102"].map((id) => {
      const peer = new Peer(new FakeSocket(), `${id}-${name}`, "192.0.2.1", time.now);
      hub.peers.set(peer.socketId, peer);
      hub.join(peer, name, name.startsWith("presence") ? makeMember(id) : null);
      return peer;
    }) as [Peer, Peer];
    const channel = channelOf(one);
    hub.leave(one, name);
    expect(hub.audience(name)).toBe(1);
    hub.remove(two);
    expect([hub.audience(name), hub.members(name)]).toEqual([0, []]);
    return channel;
  });
  time.now += 60_000;
  hub.sendDelayedAnnouncements();
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  // A reference that was read is kept until the turn of the event loop is over.
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(others.map((channel) => channel.deref())).toEqual([undefined, undefined, undefined]);
  expect(stays.deref()).toBeDefined();
  expect(hub.members(BOARD)).toEqual(["ann"]);
});

test("a user who has left a board in use is forgotten once their announcements may come at once again", () => {
  const { hub, time, join } = makeHub();
  const [channel] = [...join("ann").peer.channels.keys()];
  const { peer } = join("bob");
  hub.leave(peer, BOARD);
  hub.sendDelayedAnnouncements();
  expect([...(channel?.recentMembers.keys() ?? [])]).toEqual(["bob"]);
  time.now += 60_000;
  hub.sendDelayedAnnouncements();
  expect(channel?.recentMembers.size).toBe(0);
});

test("a session is known for as long as it has a connection", () => {
  const { hub, join } = makeHub();
  const [one, two] = [join("ann"), join("ann")];
  join("bob");
  hub.remove(one.peer);
  expect([hub.sessionIds(), hub.connectionsOf("session-ann")]).toEqual([["session-ann", "session-bob"], 1]);
  hub.drop(two.peer, 4009, "The session has ended");
  expect([hub.sessionIds(), hub.connectionsOf("session-ann")]).toEqual([["session-bob"], 0]);
});

test("[M4, M5] the end of a board's subscriptions closes all connections that are on it or about to be, except one user's", () => {
  const { hub, connect, join } = makeHub();
  const [ann, bob, cy, dan] = [join("ann"), join("bob"), connect("cy"), connect("dan")];
  // Dan waits until the members on other nodes are known.
  dan.peer.joining.add(BOARD);
  hub.endSubscriptions([BOARD], "ann");
  const closed = [ann, bob, cy, dan].map(({ socket }) => socket.closedWith);
  expect(closed).toEqual([null, 4200, null, 4200]);
  expect(hub.members(BOARD)).toEqual(["ann"]);
});

test("[M4, M5] what was signed for a connection before the end opens nothing, except for the user who may stay", () => {
  const { hub, connect } = makeHub();
  const [ann, cy] = [connect("ann"), connect("cy")];
  hub.endSubscriptions([BOARD], "ann");
  const later = connect("cy");
  const ended = (name: string) => [ann, cy, later].map(({ peer }) => hub.isEnded(peer, name));
  expect([ended(BOARD), ended("presence-boards.other")]).toEqual([
    [false, true, false],
    [false, false, false],
  ]);
});
