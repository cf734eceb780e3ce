import { expect, test } from "vitest";
import { channels } from "@retro/contract/events";
import { buildTestApp } from "../../testing/app.ts";
import { addSticker, makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/socket.ts";

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
    annHears: await listenOn(app, ann, board.id),
    bobHears: await listenOn(app, bob, board.id),
  };
}

test("presence shows name and options, and nothing else of a person", async () => {
  const { annHears, bob } = await twoOnABoard();
  await annHears.settle();
  expect(annHears.events("pusher_internal:member_added")).toEqual([
    { user_id: bob.user.id, user_info: { name: "Bob", options: bob.user.options } },
  ]);
});

test("refuses somebody else's channel, unknown boards, and channels of other kinds", async () => {
  const { ann, bobHears, board } = await twoOnABoard();
  expect(await bobHears.join(channels.user(ann.user.id))).toBe(403);
  expect(await bobHears.join(channels.presence("no-such-board"))).toBe(404);
  expect(await bobHears.join(channels.session("no-such-board"))).toBe(404);
  for (const name of [
    `boards.${board.id}`,
    "private-everything",
    `presence-users.${ann.user.id}`,
    "private-boards.",
    "",
  ]) {
    expect([name, [403, 422].includes(await bobHears.join(name))]).toEqual([name, true]);
  }
});

test("refuses to authorise without a session, and without the CSRF header", async () => {
  const { app, ann, annHears, board } = await twoOnABoard();
  const body = new URLSearchParams({
    socket_id: annHears.raw.socketId,
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
  const { annHears, bob, board } = await twoOnABoard();
  const body = new URLSearchParams({
    socket_id: annHears.raw.socketId,
    channel_name: channels.presence(board.id),
  }).toString();
  expect((await bob.post("/broadcasting/auth", body, form)).statusCode).toBe(403);
  expect((await bob.post("/broadcasting/user-auth", body, form)).statusCode).toBe(403);
});

test("the sender's own connection hears no broadcast of its change", async () => {
  const { ann, annHears, bobHears, board } = await twoOnABoard();
  ann.headers["x-socket-id"] = annHears.raw.socketId;
  await addSticker(ann, board, "mine");
  await Promise.all([annHears.settle(), bobHears.settle()]);
  expect(annHears.events("board-items.update")).toHaveLength(0);
  expect(bobHears.events("board-items.update")).toHaveLength(1);
});

test("refuses to silence another with their X-Socket-ID", async () => {
  const { ann, bobHears, board } = await twoOnABoard();
  ann.headers["x-socket-id"] = bobHears.raw.socketId;
  await addSticker(ann, board, "heard all the same");
  await bobHears.settle();
  expect(bobHears.events("board-items.update")).toHaveLength(1);
});

test("signing out tells the user's tabs, ends the session's connections, and leaves others alone", async () => {
  const { ann, annHears, bobHears } = await twoOnABoard();
  const closed = new Promise((resolve) => annHears.raw.socket.once("close", resolve));
  await ann.post("/api/v1/users/sign-out");
  expect(await closed).toBe(4009);
  expect(annHears.events("session.ended")).toHaveLength(1);
  await bobHears.settle();
  expect(bobHears.events("session.ended")).toHaveLength(0);
});
