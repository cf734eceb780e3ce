import { expect, onTestFinished, test, vi } from "vitest";
import { idleTimer } from "@retro/contract/facilitation/timer";
import { type TestApp, buildTestApp } from "../../testing/app.ts";
import { makeBoard } from "../../testing/boards.ts";
import { listenOn } from "../../testing/nodes/listener.ts";
import type { RetroDatabase } from "../../db/database.ts";
import { openTestSqlite } from "../../testing/databases/test-engines.ts";
import { TimerExpiry } from "./timer-expiry.ts";

const noon = Date.UTC(2026, 0, 15, 12);
const second = 1000;
const minute = 60 * second;

/** The test runs the process's timers itself; sockets and the database work as usual. */
function holdTimers(): void {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

async function running(count_time: number) {
  const app = await buildTestApp({ frozenAt: noon });
  await app.listen();
  const ann = await app.visitor();
  const board = await makeBoard(ann);
  const listener = await listenOn(app, ann, board.id);
  holdTimers();
  const answer = await ann.post(`${board.url}/timers`, { count_time });
  expect(answer.statusCode).toBe(200);
  return { app, ann, board, listener, pass: passing(app) };
}

/** Time passes on the server's clock and in its timers. */
function passing(app: TestApp) {
  return async (ms: number): Promise<void> => {
    app.time.now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
}

const timerOf = async ({ deps }: TestApp, id: string) => {
  const row = await deps.database.db
    .selectFrom("boards")
    .select(["timer", "facilitator_id", "version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { ...row, timer: JSON.parse(row.timer) as typeof idleTimer };
};

test("an expired timer ends without any request, and all users get the event [C4]", async () => {
  const { app, board, listener, pass } = await running(60);
  await pass(62 * second - 1);
  expect(await timerOf(app, board.id)).toMatchObject({ timer: { startTime: noon }, version: 2 });
  const told = listener.raw.receive("timer.delete");
  await pass(1);
  expect((await told).data).toMatchObject({ version: 3, timer: idleTimer, facilitator_id: null });
  expect(await timerOf(app, board.id)).toEqual({ timer: idleTimer, facilitator_id: null, version: 3 });
});

test.each([2, 17])(
  "two more minutes, asked for %d s after the end: they run from then, and the seat is taken again [C5] [S1]",
  async (seconds) => {
    const { app, ann, board, pass } = await running(60);
    await pass((60 + seconds) * second);
    expect(await timerOf(app, board.id)).toMatchObject({ timer: idleTimer, facilitator_id: null });
    expect((await ann.post(`${board.url}/timers`, { count_time: 120 })).statusCode).toBe(200);
    expect(await timerOf(app, board.id)).toMatchObject({
      timer: { startTime: app.time.now, countTime: 120 },
      facilitator_id: ann.user.id,
    });
  },
);

test("a timer that was paused, stopped or set to another time ends when it should, not when it was to", async () => {
  const { app, ann, board, listener, pass } = await running(60);
  await pass(10 * second);
  await ann.put(`${board.url}/timers`, { pause_time: 1, count_pause_time: 1 });
  await pass(5 * minute);
  expect(await timerOf(app, board.id)).toMatchObject({ timer: { countPauseTime: 50 }, version: 3 });
  await ann.put(`${board.url}/timers`, { start_time: 1 });
  await ann.put(`${board.url}/timers`, { count_time: 20 });
  const told = listener.raw.receive("timer.delete");
  await pass(12 * second);
  expect((await told).data).toMatchObject({ version: 6 });
  await ann.post(`${board.url}/timers`, { count_time: 60 });
  await ann.delete(`${board.url}/timers`);
  const { version } = await timerOf(app, board.id);
  await pass(5 * minute);
  expect(await timerOf(app, board.id)).toMatchObject({ version });
});

test("a wake-up that is too early ends nothing and is repeated", async () => {
  const { app, board, listener } = await running(10);
  await vi.advanceTimersByTimeAsync(12 * second);
  await listener.flush();
  expect(await timerOf(app, board.id)).toMatchObject({ version: 2 });
  const told = listener.raw.receive("timer.delete");
  app.time.now += 12 * second;
  // Less than a minute in all, so that the check of the database every minute does not end the timer.
  await vi.advanceTimersByTimeAsync(12 * second);
  expect((await told).data).toMatchObject({ version: 3 });
});

test("a timer that another process started is found within a minute, and ended when it is time", async () => {
  const { database, drop } = await openTestSqlite();
  holdTimers();
  const app = await buildTestApp({ database, frozenAt: noon });
  const other = await buildTestApp({ database, frozenAt: noon });
  const ann = await other.visitor();
  const board = await makeBoard(ann);
  await ann.post(`${board.url}/timers`, { count_time: 90 });
  await other.close();
  const pass = passing(app);
  await pass(minute);
  await pass(32 * second - 1);
  expect((await timerOf(app, board.id)).version).toBe(2);
  await pass(1);
  await expect.poll(async () => (await timerOf(app, board.id)).version).toBe(3);
  vi.useRealTimers();
  await app.close();
  await drop();
});

test("a timer that ends in an hour survives a restart and does not end early", async () => {
  const { database, drop } = await openTestSqlite();
  const first = await buildTestApp({ database, frozenAt: noon });
  const ann = await first.visitor();
  const board = await makeBoard(ann);
  await ann.post(`${board.url}/timers`, { count_time: 3600 });
  await first.close();
  holdTimers();
  const app = await buildTestApp({ database, frozenAt: noon + minute });
  await app.app.ready();
  const pass = passing(app);
  for (let minutes = 1; minutes < 60; minutes += 1) await pass(minute);
  expect((await timerOf(app, board.id)).version).toBe(2);
  await pass(2 * second);
  await expect.poll(async () => (await timerOf(app, board.id)).timer).toEqual(idleTimer);
  vi.useRealTimers();
  await app.close();
  await drop();
});

test("neither a timer nor the check of the database runs after stop", async () => {
  const app = await buildTestApp({ frozenAt: noon });
  await app.app.ready();
  holdTimers();
  const clock = new TimerExpiry(app.deps);
  await clock.start();
  clock.schedule("one", { ...idleTimer, startTime: noon });
  clock.schedule("two", { ...idleTimer, startTime: noon });
  expect(vi.getTimerCount()).toBe(3);
  clock.stop();
  expect(vi.getTimerCount()).toBe(0);
});

test("a timer that a command shortens while the database is searched for due timers ends when it should [C4]", async () => {
  const { app, ann, board, listener, pass } = await running(100);
  let found: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    found = resolve;
  });
  const db = app.deps.database.db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => held.then(() => result),
  });
  const database = Object.create(app.deps.database, { db: { value: db } }) as RetroDatabase;
  const clock = new TimerExpiry({ ...app.deps, database });
  const search = clock.start();
  await ann.put(`${board.url}/timers`, { count_time: 20 });
  // Only the searching process ends the timer.
  vi.clearAllTimers();
  clock.schedule(board.id, (await timerOf(app, board.id)).timer);
  found();
  await search;
  const told = listener.raw.receive("timer.delete");
  await pass(22 * second);
  expect((await told).data).toMatchObject({ timer: idleTimer });
  clock.stop();
});
