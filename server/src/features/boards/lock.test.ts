import { expect, test } from "vitest";
import type { Board } from "@retro/contract/boards";
import { observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();

test("[M2] locking a board makes one version, which its channel gets as a board with `locked`", async () => {
  const t = await start();
  const { data, meta, stored, received } = await t.sendOk("bob", "PUT", "/lock", { locked: true });
  expect(data).toMatchObject({ title: "Retro", locked: true });
  expect(meta?.changes).toMatchObject([{ type: "session.put", session: { locked: true } }]);
  expect(stored).toEqual({ boards: { changed: { "@retro": { locked: 1 } } } });
  expect(received.cy).toMatchObject([
    { on: "presence", event: "board.update", data: { board: { locked: true } } },
  ]);
  expect((await t.send("cy", "GET", "")).data).toMatchObject({ locked: true });
});

test("[M2] unlocking a board leaves no trace of the lock in its answers", async () => {
  const t = await start();
  const before = (await t.send("cy", "GET", "")).data as Board;
  await t.sendOk("bob", "PUT", "/lock", { locked: true });
  const { received } = await t.sendOk("ann", "PUT", "/lock", { locked: false });
  expect(received.cy[0]?.data).not.toHaveProperty("board.locked");
  const after = (await t.send("cy", "GET", "")).data as Board;
  expect(after).toEqual({ ...before, version: before.version + 2 });
});

test.each([[{}], [{ locked: "yes" }], [{ locked: null }]])("%j as a lock is refused", async (body) => {
  const t = await start();
  expect(await t.send("bob", "PUT", "/lock", body)).toMatchObject({
    status: 422,
    errors: { locked: [expect.any(String)] },
  });
});

test("[M2] an attacker cannot unlock a board by taking a free seat", async () => {
  const t = await start();
  await t.sendOk("ann", "PUT", "/lock", { locked: true });
  expect(await t.send("bob", "POST", "/facilitators")).toMatchObject({
    status: 403,
    code: "board_read_only",
  });
});

test("[C4, M2] the timer of a locked board ends, and the board stays locked", async () => {
  const { app, people, url } = await start();
  const { ann } = people;
  await ann.post(`${url}/timers`, { count_time: 60 });
  await ann.put(`${url}/lock`, { locked: true });
  app.time.now += 63_000;
  expect((await ann.put(url, { title: "New" })).statusCode).toBe(403);
  const board = (await ann.get(url)).json<{ data: Board }>().data;
  expect([board.locked, board.facilitator_id]).toEqual([true, null]);
  expect(board.timer.startTime).toBeNull();
});

test("[P6, M2] erasing a user works on a locked board, and leaves it locked", async () => {
  const t = await start();
  await t.facilitate({}, "bob");
  await t.sendOk("bob", "PUT", "/lock", { locked: true });
  const { bob, ann } = t.people;
  expect((await bob.delete(`/api/v1/users/${bob.user.id}`)).statusCode).toBe(200);
  const { data } = (await ann.get(t.url)).json<{ data: Board }>();
  expect([data.facilitator_id, data.locked]).toEqual([null, true]);
});
