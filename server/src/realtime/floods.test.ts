import { request } from "node:http";
import { expect, test } from "vitest";
import { connectionRates } from "../limits/connection.ts";
import { Admission } from "./admission.ts";
import { RateLimiter } from "../limits/rate-limiter.ts";
import { reservationLimits } from "../limits/reservations.ts";
import { budgets } from "../limits/budgets.ts";
import { Peer } from "./peer.ts";
import type { Endpoint } from "./testing.ts";
import {
  KEY,
  connectPusher,
  connectRaw,
  joinRaw,
  makeMember,
  nextEvent,
  openRaw,
  startEndpoint,
} from "./testing.ts";

const silent = { bufferedAmount: 0, send: () => undefined, close: () => undefined };
const BOARD = "presence-boards.abc";
const PRIVATE = "private-boards.abc";

/** An endpoint whose clients name their address in a header, and its limits. */
async function startWithAddresses() {
  const rateLimiter = new RateLimiter({ clock: Date.now });
  const endpoint = await startEndpoint({
    rateLimiter,
    addressOf: ({ headers }) => String(headers["x-address"] ?? "192.0.2.1"),
  });
  return { endpoint, rateLimiter };
}
const noSession = { session: null, address: "192.0.2.1" };
const eves = { session: "eves", address: "192.0.2.1" };
const elsewhere = { "x-address": "198.51.100.7" };

/** Reserves all of a limit except `left`. */
function fill(
  rateLimiter: RateLimiter,
  client: Parameters<RateLimiter["reserve"]>[0],
  name: keyof typeof reservationLimits,
  left: number,
) {
  const { session, address } = { session: 0, address: 0, ...reservationLimits[name] };
  const max = typeof client.session === "string" ? session : address;
  return Array.from({ length: max - left }, () => rateLimiter.reserve(client, name));
}

/** The answer to an upgrade that the server refuses before the handshake. */
function upgradeAnswer(endpoint: Endpoint, headers: Record<string, string> = {}) {
  const { promise, resolve } = Promise.withResolvers<{
    status: number | undefined;
    retryAfter: unknown;
    body: string;
  }>();
  const asked = request({
    port: endpoint.port,
    host: "127.0.0.1",
    path: `/app/${KEY}?protocol=7`,
    headers: {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      ...headers,
    },
  });
  asked.on("response", (response) => {
    let body = "";
    response.on("data", (chunk: Buffer) => (body += chunk.toString()));
    response.on("end", () =>
      resolve({ status: response.statusCode, retryAfter: response.headers["retry-after"], body }),
    );
  });
  asked.on("upgrade", (response, socket) => {
    socket.destroy();
    resolve({ status: response.statusCode, retryAfter: undefined, body: "" });
  });
  asked.end();
  return promise;
}

test("a socket that authorises no channel within 20 s is closed (4100), and its neighbours stay", async () => {
  const time = { now: 0 };
  const endpoint = await startEndpoint({ clock: () => time.now });
  const [idle, chatty] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  const [joined, bound] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  await joinRaw(endpoint, joined, PRIVATE, "ann");
  endpoint.sockets.bindSocket("bobs", bound.socketId, "bob");
  time.now += 19_999;
  const late = await connectRaw(endpoint);
  chatty.send("pusher:subscribe", { channel: PRIVATE, auth: "app-key:forged" });
  await Promise.all([idle.flush(), chatty.flush()]);
  time.now += 1;
  expect([await idle.waitForClose(), await chatty.waitForClose()]).toEqual([4100, 4100]);
  await Promise.all([joined.flush(), bound.flush(), late.flush()]);
});

test("the official client reconnects after it was closed for authorising too late", async () => {
  const time = { now: 0 };
  const endpoint = await startEndpoint({ clock: () => time.now });
  const late = connectPusher(endpoint, "late");
  await nextEvent(late.connection, "connected");
  time.now += 20_000;
  await nextEvent(late.connection, "connecting");
  const again = late.subscribe(PRIVATE);
  await nextEvent(again, "pusher:subscription_succeeded");
  expect(again.subscribed).toBe(true);
});

test("sockets without a session fill their address's places, and no other address's", async () => {
  const { endpoint, rateLimiter } = await startWithAddresses();
  fill(rateLimiter, noSession, "unauthorisedSockets", 1);
  const last = await connectRaw(endpoint);
  const open = () => rateLimiter.inUse("sockets", "address", "192.0.2.1");
  const before = open();
  expect(await openRaw(endpoint).waitForClose()).toBe(4100);
  expect(open(), "a refused websocket takes no place of its address").toBe(before);
  await connectRaw(endpoint, elsewhere);
  // Once authorised, the connection no longer counts, and the next one is accepted.
  endpoint.sockets.bindSocket("anns", last.socketId, "ann");
  await connectRaw(endpoint);
});

test("one address cannot open more sockets than its share", async () => {
  const { endpoint, rateLimiter } = await startWithAddresses();
  fill(rateLimiter, { address: "192.0.2.1" }, "sockets", 1);
  const last = await connectRaw(endpoint);
  expect(await openRaw(endpoint).waitForClose()).toBe(4100);
  await connectRaw(endpoint, elsewhere);
  last.socket.close();
  await last.waitForClose();
  await connectRaw(endpoint);
});

test("one session cannot hold more sockets than its share, and another one is not affected", async () => {
  const { endpoint, rateLimiter } = await startWithAddresses();
  fill(rateLimiter, { session: "eves" }, "sessionSockets", 1);
  const [first, second] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  const { sockets } = endpoint;
  expect(sockets.bindSocket("eves", first.socketId, "eve")).toBe(true);
  expect(sockets.bindSocket("eves", first.socketId, "eve")).toBe(true);
  expect(() => sockets.bindSocket("eves", second.socketId, "eve")).toThrow(
    expect.objectContaining({ statusCode: 429, code: "rate_limited" }),
  );
  expect(sockets.bindSocket("anns", second.socketId, "ann")).toBe(true);
  first.socket.close();
  await first.waitForClose();
  const third = await connectRaw(endpoint);
  expect(sockets.bindSocket("eves", third.socketId, "eve")).toBe(true);
});

test("a flood of handshakes is answered with 429, and another address still connects", async () => {
  const { endpoint, rateLimiter } = await startWithAddresses();
  rateLimiter.charge(noSession, { points: 2 * budgets.points.address.burst });
  const { status, retryAfter, body } = await upgradeAnswer(endpoint);
  expect(status).toBe(429);
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(1);
  expect(JSON.parse(body)).toMatchObject({ code: "rate_limited" });
  expect((await upgradeAnswer(endpoint, elsewhere)).status).toBe(101);
});

test("440 frames of joining and leaving become a few frames for each of five others", async () => {
  const endpoint = await startEndpoint();
  const others = await Promise.all(
    Array.from({ length: 5 }, async (_, i) => {
      const raw = await connectRaw(endpoint);
      await joinRaw(endpoint, raw, BOARD, `user-${i}`);
      return raw;
    }),
  );
  const eve = await connectRaw(endpoint);
  const signed = endpoint.sockets.authorise(eve.socketId, BOARD, makeMember("eve"));
  for (let i = 0; i < 220; i += 1) {
    eve.send("pusher:subscribe", { channel: BOARD, ...signed });
    eve.send("pusher:unsubscribe", { channel: BOARD });
  }
  await Promise.race([eve.flush(), eve.waitForClose()]);
  await Promise.all(others.map((raw) => raw.flush()));
  const received = others.map(
    (raw) =>
      raw.received.filter(({ event, data }) => event.includes("member_") && data.user_id === "eve").length,
  );
  expect(Math.max(...received)).toBeLessThanOrEqual(connectionRates.announcements.burst + 2);
  const lists = eve.received.filter(({ event }) => event.endsWith("subscription_succeeded"));
  expect(lists.length).toBeLessThanOrEqual(connectionRates.joins.burst + 10);
  expect(await endpoint.presence.members(BOARD)).toHaveLength(5);
});

test("a session's joins are limited over all its connections; the refusal is an error of the channel (429)", async () => {
  const { endpoint, rateLimiter } = await startWithAddresses();
  const [eve, ann] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  endpoint.sockets.bindSocket("eves", eve.socketId, "eve");
  endpoint.sockets.bindSocket("anns", ann.socketId, "ann");
  rateLimiter.charge(eves, { points: 2 * budgets.points.session.burst });
  eve.send("pusher:subscribe", {
    channel: BOARD,
    ...endpoint.sockets.authorise(eve.socketId, BOARD, makeMember("eve")),
  });
  expect((await eve.receive("pusher:subscription_error")).data.status).toBe(429);
  await joinRaw(endpoint, ann, BOARD, "ann");
});

test("a session that floods with messages is closed, and its neighbour behind the same address is not", async () => {
  const { endpoint, rateLimiter } = await startWithAddresses();
  const [eve, ann] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  endpoint.sockets.bindSocket("eves", eve.socketId, "eve");
  endpoint.sockets.bindSocket("anns", ann.socketId, "ann");
  rateLimiter.charge(eves, { frames: 2 * budgets.frames.session.burst });
  rateLimiter.charge(noSession, { frames: 2 * budgets.frames.address.burst });
  eve.send("pusher:ping", {});
  expect(await eve.waitForClose()).toBe(4100);
  await ann.flush();
});

test("whispers are charged by the number of their receivers; beyond the limit they are dropped, and only the sender gets an error (4301)", async () => {
  const { endpoint, rateLimiter } = await startWithAddresses();
  const [eve, ann] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  for (const [raw, id] of [
    [eve, "eve"],
    [ann, "ann"],
  ] as const) {
    endpoint.sockets.bindSocket(`${id}s`, raw.socketId, id);
    await joinRaw(endpoint, raw, BOARD, id);
  }
  rateLimiter.charge(eves, { deliveries: 2 * budgets.deliveries.session.burst });
  eve.send("client-x", {}, BOARD);
  expect((await eve.receive("pusher:error")).data.code).toBe(4301);
  ann.send("client-y", {}, BOARD);
  await eve.receive("client-y");
  expect(ann.received.map(({ event }) => event)).not.toContain("client-x");
});

test("an office of 200 with 5 tabs each, reconnecting while its old connections are half-open, is never refused", () => {
  const rateLimiter = new RateLimiter({ clock: () => 0 });
  const admission = new Admission(rateLimiter);
  for (let round = 0; round < 2; round += 1) {
    const peers = Array.from({ length: 1000 }, (_, i) => new Peer(silent, `${round}.${i}`, "192.0.2.1", 0));
    for (const peer of peers) {
      const payer = admission.payerOf(peer.address, null);
      expect(admission.refuseHandshake(payer)).toBe(null);
      expect(admission.admit(peer, payer)).toBe(true);
    }
    for (const [i, peer] of peers.entries()) {
      peer.sessionId = `session-${i % 200}`;
      admission.bind(peer, peer.sessionId);
      for (const channel of ["presence", "private", "user"])
        expect([channel, admission.mayJoin(peer, 0)]).toEqual([channel, true]);
      for (let frame = 0; frame < 10; frame += 1) expect(admission.maySendFrame(peer, 0)).toBe(true);
    }
  }
  expect([...rateLimiter.refusals]).toEqual([]);
});
