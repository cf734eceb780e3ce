import { connect } from "node:net";
import { expect, test } from "vitest";
import { KEY, SECRET, connectRaw, joinRaw, makeMember, openRaw, startEndpoint } from "./testing.ts";
import { signChannel, signUser } from "./signature.ts";

const BOARD = "presence-boards.abc";
const PRIVATE = "private-boards.abc";

test.each([
  ["no signature", () => undefined],
  ["an empty signature", () => ""],
  ["a signature for another channel", (id: string) => signChannel(KEY, SECRET, id, "private-boards.other")],
  ["a signature made with another secret", (id: string) => signChannel(KEY, "guess", id, PRIVATE)],
  ["another connection's signature", () => signChannel(KEY, SECRET, "1.2", PRIVATE)],
  ["a signature under another key", (id: string) => signChannel("other", SECRET, id, PRIVATE)],
  ["a signature cut short", (id: string) => signChannel(KEY, SECRET, id, PRIVATE).slice(0, -1)],
  ["a user signature", (id: string) => signUser(KEY, SECRET, id, "{}")],
  ["a signature that is no string", () => ({ length: 64 })],
])("%s opens no private channel", async (_name, auth) => {
  const endpoint = await startEndpoint();
  const eve = await connectRaw(endpoint);
  eve.send("pusher:subscribe", { channel: PRIVATE, auth: auth(eve.socketId) });
  expect((await eve.receive("pusher:subscription_error")).data.status).toBe(401);
  endpoint.transport.broadcast(PRIVATE, "secret", { version: 1 });
  await eve.flush();
  expect(eve.received.map(({ event }) => event)).not.toContain("secret");
});

test("nobody joins a presence channel under another's name", async () => {
  const endpoint = await startEndpoint();
  const eve = await connectRaw(endpoint);
  const { auth } = endpoint.sockets.authorise(eve.socketId, BOARD, makeMember("eve"));
  eve.send("pusher:subscribe", { channel: BOARD, auth, channel_data: JSON.stringify(makeMember("ann")) });
  expect((await eve.receive("pusher:subscription_error")).data.status).toBe(401);
  eve.send("pusher:subscribe", { channel: BOARD, auth: signChannel(KEY, SECRET, eve.socketId, BOARD) });
  expect((await eve.receive("pusher:subscription_error")).data.status).toBe(401);
  expect(await endpoint.presence.members(BOARD)).toEqual([]);
});

test.each(["boards.abc", "private-a b"])("the channel %j is not there for anybody", async (channel) => {
  const endpoint = await startEndpoint();
  const eve = await connectRaw(endpoint);
  eve.send("pusher:subscribe", { channel, auth: signChannel(KEY, SECRET, eve.socketId, channel) });
  expect([403, 404]).toContain((await eve.receive("pusher:subscription_error")).data.status);
});

test("a forged pusher:signin ends the connection", async () => {
  const endpoint = await startEndpoint();
  const eve = await connectRaw(endpoint);
  const { auth } = endpoint.sockets.authoriseUser(eve.socketId, { id: "eve" });
  eve.send("pusher:signin", { auth, user_data: JSON.stringify({ id: "ann" }) });
  expect(await eve.waitForClose()).toBe(4009);
});

test("an unsubscribed socket cannot whisper", async () => {
  const endpoint = await startEndpoint();
  const [ann, eve] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  await joinRaw(endpoint, ann, BOARD, "ann");
  eve.send("client-edit.board-item", { item_id: "x" }, BOARD);
  expect((await eve.receive("pusher:error")).data.message).toMatch(/subscribed/);
  await joinRaw(endpoint, eve, BOARD, "eve");
  eve.send("pusher:unsubscribe", { channel: BOARD });
  eve.send("client-edit.board-item", { item_id: "y" }, BOARD);
  await eve.receive("pusher:error");
  await ann.flush();
  expect(ann.received.filter(({ event }) => event.startsWith("client-"))).toEqual([]);
});

test("nobody speaks as the server or as another", async () => {
  const endpoint = await startEndpoint();
  const [ann, eve] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  await joinRaw(endpoint, ann, BOARD, "ann");
  await joinRaw(endpoint, eve, BOARD, "eve");
  for (const event of ["board-items.update", "pusher_internal:member_removed", "pusher:error", "Client-x"]) {
    eve.send(event, { user_id: "ann", version: 99 }, BOARD);
    await eve.receive("pusher:error");
  }
  eve.socket.send(JSON.stringify({ event: "client-x", channel: BOARD, data: {}, user_id: "ann" }));
  expect((await ann.receive("client-x")).user_id).toBe("eve");
  expect(ann.received.map(({ event }) => event)).toEqual([
    "pusher:connection_established",
    "pusher_internal:subscription_succeeded",
    "pusher_internal:member_added",
    "client-x",
  ]);
});

test("a flood of whispers is cut at 10 a second, and told so (4301)", async () => {
  let now = Date.UTC(2026, 10, 22);
  const endpoint = await startEndpoint({ clock: () => now });
  const [ann, eve] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  await joinRaw(endpoint, ann, BOARD, "ann");
  await joinRaw(endpoint, eve, BOARD, "eve");
  const flood = async () => {
    for (let i = 0; i < 60; i += 1) eve.send("client-edit.board-item", { item_id: `${i}` }, BOARD);
    await eve.flush();
    await ann.flush();
    const passed = ann.received.filter(({ event }) => event === "client-edit.board-item").length;
    const refused = eve.received.filter(({ data }) => data.code === 4301).length;
    return { passed, refused };
  };
  expect(await flood()).toEqual({ passed: 10, refused: 50 });
  now += 1000;
  expect(await flood()).toEqual({ passed: 20, refused: 100 });
});

test("a flood of any messages is sent away for a while (4100)", async () => {
  const endpoint = await startEndpoint();
  const eve = await connectRaw(endpoint);
  for (let i = 0; i < 5000; i += 1) eve.send("pusher:pong", {});
  expect(await eve.waitForClose()).toBe(4100);
});

test("a 20 kB frame ends its sender's connection and no other", async () => {
  const endpoint = await startEndpoint();
  const [ann, eve] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  eve.socket.send("x".repeat(20_000));
  expect(await eve.waitForClose()).toBe(1009);
  await ann.flush();
});

test("a whisper over 10 kB is refused", async () => {
  const endpoint = await startEndpoint();
  const [ann, eve] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  await joinRaw(endpoint, ann, BOARD, "ann");
  await joinRaw(endpoint, eve, BOARD, "eve");
  eve.send("client-x", { text: "я".repeat(5500) }, BOARD);
  expect((await eve.receive("pusher:error")).data.message).toMatch(/10 kB/);
  await ann.flush();
  expect(ann.received.map(({ event }) => event)).not.toContain("client-x");
});

test.each([
  ["/app/other-key?protocol=7", 4001],
  ["/app/?protocol=7", 4005],
  [`/app/${KEY}/more?protocol=7`, 4005],
  [`/app/${KEY}`, 4008],
  [`/app/${KEY}?protocol=seven`, 4006],
  [`/app/${KEY}?protocol=6`, 4007],
])("%s is refused with %i", async (path, code) => {
  const endpoint = await startEndpoint();
  const raw = openRaw(endpoint, path);
  expect((await raw.receive("pusher:error")).data.code).toBe(code);
  expect(await raw.waitForClose()).toBe(code);
});

test("an upgrade of another path is refused", async () => {
  const endpoint = await startEndpoint();
  expect(await openRaw(endpoint, "/elsewhere").waitForClose()).toBe(1006);
});

test.each(["/elsewhere", `/app/${KEY}?protocol=7`])(
  "an upgrade of %s that is refused and reset does not take the server down",
  async (path) => {
    const endpoint = await startEndpoint({
      allowOrigin: ({ headers }) => headers.origin !== "http://evil.example",
    });
    for (let i = 0; i < 50; i += 1) {
      const socket = connect(endpoint.port, "127.0.0.1");
      socket.on("error", () => undefined);
      const lines = [`GET ${path} HTTP/1.1`, "Host: x", "Connection: Upgrade", "Upgrade: websocket"];
      socket.write(`${[...lines, "Origin: http://evil.example"].join("\r\n")}\r\n\r\n`);
      const answered = Promise.withResolvers<void>();
      socket.once("data", () => answered.resolve());
      await answered.promise;
      socket.write("more");
      const gone = Promise.withResolvers<void>();
      socket.once("close", () => gone.resolve());
      socket.resetAndDestroy();
      await gone.promise;
    }
    const ann = await connectRaw(endpoint);
    expect(ann.socketId).not.toBe("");
  },
);

test("too many channels on one connection are refused", async () => {
  const endpoint = await startEndpoint();
  const eve = await connectRaw(endpoint);
  for (let i = 0; i < 64; i += 1) await joinRaw(endpoint, eve, `private-${i}`, "eve");
  const name = "private-64";
  eve.send("pusher:subscribe", { channel: name, ...endpoint.sockets.authorise(eve.socketId, name) });
  expect((await eve.receive("pusher:subscription_error")).data.status).toBe(403);
});

test("a slow consumer is cut loose instead of filling the memory", async () => {
  const endpoint = await startEndpoint();
  const [slow, quick] = [await connectRaw(endpoint), await connectRaw(endpoint)];
  await joinRaw(endpoint, slow, BOARD, "slow");
  await joinRaw(endpoint, quick, BOARD, "quick");
  slow.socket.pause();
  const text = "x".repeat(7000);
  for (let i = 0; i < 4000 && (await endpoint.presence.members(BOARD)).includes("slow"); i += 1) {
    endpoint.transport.broadcast(BOARD, "tick", { version: i, text });
    if (i % 50 === 0) await quick.flush();
  }
  expect(await endpoint.presence.members(BOARD)).toEqual(["quick"]);
  slow.socket.resume();
  expect(await slow.waitForClose()).toBe(4200);
});

test("a message too deep to relay is refused, and the server lives", async () => {
  const endpoint = await startEndpoint();
  const eve = await connectRaw(endpoint);
  await joinRaw(endpoint, eve, BOARD, "eve");
  const deep = `${"[".repeat(7900)}${"]".repeat(7900)}`;
  eve.socket.send(`{"event":"client-x","channel":"${BOARD}","data":${deep}}`);
  expect((await eve.receive("pusher:error")).data.code).toBe(null);
  await eve.flush();
});
