import { Agent, get } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { channels } from "@retro/contract/events";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";

const form = { "content-type": "application/x-www-form-urlencoded" };

/** A board with Ann and Bob on it, each connected. */
async function twoOnABoard() {
  const app = await buildTestApp();
  await app.listen();
  const [ann, bob] = [await app.visitor({ name: "Ann" }), await app.visitor({ name: "Bob" })];
  const board = await makeBoard(ann);
  return {
    app,
    ann,
    bob,
    board,
    annListener: await listenOn(app, ann, board.id),
    bobListener: await listenOn(app, bob, board.id),
  };
}

test("presence shows name and options, and nothing else of a person", async () => {
  const { annListener, bob } = await twoOnABoard();
  await annListener.flush();
  expect(annListener.events("pusher_internal:member_added")).toEqual([
    { user_id: bob.user.id, user_info: { name: "Bob", options: bob.user.options } },
  ]);
});

test("refuses another user's channel, unknown boards, and channels of other kinds", async () => {
  const { ann, bobListener, board } = await twoOnABoard();
  expect(await bobListener.join(channels.user(ann.user.id))).toBe(403);
  expect(await bobListener.join(channels.presence("no-such-board"))).toBe(404);
  expect(await bobListener.join(channels.facilitation("no-such-board"))).toBe(404);
  for (const name of [
    `boards.${board.id}`,
    "private-everything",
    `presence-users.${ann.user.id}`,
    "private-boards.",
    "",
  ]) {
    expect([name, [403, 422].includes(await bobListener.join(name))]).toEqual([name, true]);
  }
});

test("refuses to authorise without a session, and without the CSRF header", async () => {
  const { app, ann, annListener, board } = await twoOnABoard();
  const body = new URLSearchParams({
    socket_id: annListener.raw.socketId,
    channel_name: channels.presence(board.id),
  }).toString();
  for (const url of ["/broadcasting/auth", "/broadcasting/user-auth"]) {
    expect((await app.browser().post(url, body, form)).statusCode).toBe(401);
    const { cookie } = ann.credentials();
    const answer = await app.app.inject({ method: "POST", url, payload: body, headers: { ...form, cookie } });
    expect(answer.statusCode).toBe(419);
  }
});

test("refuses to authorise a connection that another session holds", async () => {
  const { annListener, bob, board } = await twoOnABoard();
  const body = new URLSearchParams({
    socket_id: annListener.raw.socketId,
    channel_name: channels.presence(board.id),
  }).toString();
  expect((await bob.post("/broadcasting/auth", body, form)).statusCode).toBe(403);
  expect((await bob.post("/broadcasting/user-auth", body, form)).statusCode).toBe(403);
});

test("refuses to silence another with their X-Socket-ID", async () => {
  const { ann, bobListener, board } = await twoOnABoard();
  ann.headers["x-socket-id"] = bobListener.raw.socketId;
  await addSticker(ann, board, "received all the same");
  await bobListener.flush();
  expect(bobListener.events("board-items.update")).toHaveLength(1);
});

test("signing out tells the user's tabs, ends the session's connections, and leaves others alone", async () => {
  const { ann, annListener, bobListener } = await twoOnABoard();
  const closed = new Promise((resolve) => annListener.raw.socket.once("close", resolve));
  await ann.post("/api/v1/users/sign-out");
  expect(await closed).toBe(4009);
  expect(annListener.events("session.ended")).toHaveLength(1);
  await bobListener.flush();
  expect(bobListener.events("session.ended")).toHaveLength(0);
});

const whisper = "client-update.user";
const color = "#673ab7";

test("a rename reaches those who are on the board at once, those who come later, and a reload", async () => {
  const { app, ann, bob, board, annListener, bobListener } = await twoOnABoard();
  const options = { color: "#112233", isAvatarStickers: false };
  bob.headers["x-socket-id"] = bobListener.raw.socketId;
  const answer = await bob.put(`/api/v1/users/${bob.user.id}`, { name: "Robert", options });
  expect(answer.statusCode).toBe(200);
  const received = await annListener.raw.receive(whisper);
  expect(received).toMatchObject({ user_id: bob.user.id, data: { name: "Robert", options } });
  await bobListener.flush();
  expect(bobListener.events(whisper)).toHaveLength(0);
  const shown = (listener: typeof annListener) =>
    listener.raw.received.findLast(({ data }) => data.presence !== undefined)?.data.presence?.hash[
      bob.user.id
    ];
  const late = await listenOn(app, await app.visitor(), board.id);
  expect(shown(late)).toEqual({ name: "Robert", options });
  bobListener.raw.socket.close();
  await annListener.raw.receive("pusher_internal:member_removed");
  const reloaded = await listenOn(app, bob, board.id);
  expect(shown(reloaded)).toEqual({ name: "Robert", options });
  expect((await annListener.raw.receive("pusher_internal:member_added")).data).toMatchObject({
    user_info: { name: "Robert" },
  });
  expect(ann.user.name).toBe("Ann");
});

test("the channel of the hosted provider is signed with the name in the database", async () => {
  const { visitor } = await buildTestApp({
    env: { PUSHER_APP_ID: "42", PUSHER_KEY: "key", PUSHER_SECRET: "secret" },
  });
  const ann = await visitor({ name: "Ann" });
  const board = await makeBoard(ann);
  await ann.put(`/api/v1/users/${ann.user.id}`, { name: "Anna" });
  const body = new URLSearchParams({ socket_id: "1.2", channel_name: channels.presence(board.id) });
  const { channel_data: data } = (await ann.post("/broadcasting/auth", body.toString(), form)).json<{
    channel_data: string;
  }>();
  expect(JSON.parse(data)).toMatchObject({ user_id: ann.user.id, user_info: { name: "Anna" } });
});

test.each([
  ["a name of 9,000 characters", { name: "x".repeat(9000), options: { color, isAvatarStickers: true } }],
])("a whisper with %s is dropped, and only its sender is told (4301)", async (_name, data) => {
  const { annListener, bobListener, board } = await twoOnABoard();
  bobListener.raw.send(whisper, data, channels.presence(board.id));
  const told = await bobListener.raw.receive("pusher:error");
  expect(told.data.code).toBe(4301);
  expect(told.bytes).toBeLessThan(200);
  await annListener.flush();
  expect(annListener.events(whisper)).toHaveLength(0);
});

test("a whisper with a name of 64 characters is relayed, without what its sender added", async () => {
  const { annListener, bobListener, bob, board } = await twoOnABoard();
  const data = { name: "😀".repeat(64), options: { color, isAvatarStickers: true } };
  bobListener.raw.send(whisper, { ...data, html: "<b>" }, channels.presence(board.id));
  expect(await annListener.raw.receive(whisper)).toMatchObject({ data, user_id: bob.user.id });
  expect(annListener.events(whisper)).toEqual([data]);
});

test("/metrics counts websockets, not the connections of requests", async () => {
  const { app } = await twoOnABoard();
  const address = app.app.server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  const body = await new Promise<string>((resolve) => {
    get({ port, host: "127.0.0.1", path: "/metrics", agent }, (response) => {
      let all = "";
      response.on("data", (chunk: Buffer) => (all += chunk.toString()));
      response.on("end", () => resolve(all));
    });
  });
  expect(body).toMatch(/^retro_websocket_connections 2$/m);
});
