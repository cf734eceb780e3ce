import { describe, expect, test } from "vitest";
import { type Facilitation, idleTimer } from "@retro/contract/entities";
import { noOptions } from "@retro/contract/facilitation/facilitator-options";
import { limits } from "@retro/contract/limits";
import { describeReceived } from "../../testing/received-events.ts";
import type { ObservedOutcome } from "../../testing/board-observer.ts";
import { type ObservedBoard, observeBoards } from "../../testing/observed-board.ts";

const start = observeBoards();
const second = 1000;
type Call = readonly ["POST" | "PUT" | "DELETE", string, object?];
const startTimer = (count_time: number): Call => ["POST", "/timers", { count_time }];
const edit = (count_time: unknown): Call => ["PUT", "/timers", { count_time }];
const pause: Call = ["PUT", "/timers", { pause_time: 1, count_pause_time: 1 }];
const play: Call = ["PUT", "/timers", { start_time: 1 }];
const stop: Call = ["DELETE", "/timers"];
const take: Call = ["POST", "/facilitators"];
const leave: Call = ["DELETE", "/facilitators"];
const option = (name: string, value: unknown): Call => ["PUT", "/facilitators", { option: name, value }];

/** The state after a command, as the row has it; the answer and the event must say the same. */
async function stateAfter(t: ObservedBoard, done: ObservedOutcome, event: string): Promise<Facilitation> {
  const row = await t.boardRow();
  const state = {
    facilitator_id: row["facilitator_id"],
    facilitator_options: row["facilitator_options"],
    timer: row["timer"],
  } as Facilitation;
  const named = t.names.named(state) as Facilitation;
  expect(describeReceived(done).cy).toEqual([`facilitation ${event}: `]);
  const { version, serverTime, ...received } = done.received.cy[0]?.data ?? {};
  expect([received, version, serverTime]).toEqual([named, done.meta?.version, t.app.time.now]);
  const { serverTime: answered, ...data } = done.data as Record<string, unknown>;
  expect(answered).toBe(t.app.time.now);
  const { timer, ...seat } = named;
  expect(data).toEqual("timer" in data ? named : { ...timer, ...seat });
  expect(done.meta?.changes).toEqual([{ type: "session.put", session: named }]);
  expect(Object.keys(done.stored)).toEqual(["boards"]);
  expect(Object.keys(done.stored.boards?.changed ?? {})).toEqual(["@retro"]);
  return named;
}

describe("the timer", () => {
  test("start: the starter facilitates, the time is the server's, and the end is noted for its expiry [C1] [C3] [S1]", async () => {
    const t = await start();
    const done = await t.sendOk("bob", "POST", "/timers", { count_time: 60, start_time: 1 });
    const { now } = t.app.time;
    expect(await stateAfter(t, done, "timer.store")).toEqual({
      facilitator_id: "@bob",
      facilitator_options: noOptions,
      timer: { startTime: now, pauseTime: null, countTime: 60, countPauseTime: null },
    });
    expect((await t.boardRow())["timer_settles_at"]).toBe(now + 62 * second);
  });

  test("pause, play, another time, stop: each is sent and stored [C1]", async () => {
    const t = await start();
    await t.sendOk("bob", ...startTimer(60));
    const began = t.app.time.now;
    t.app.time.now += 15 * second + 1;
    const paused = await stateAfter(t, await t.sendOk("bob", ...pause), "timer.pause");
    expect(paused.timer).toEqual({
      startTime: began,
      pauseTime: t.app.time.now,
      countTime: 60,
      countPauseTime: 45,
    });
    expect((await t.boardRow())["timer_settles_at"]).toBe(null);
    const longer = await stateAfter(t, await t.sendOk("bob", ...edit(120)), "timer.edit");
    expect(longer.timer).toEqual({ ...paused.timer, countTime: 120, countPauseTime: 105 });
    t.app.time.now += 100 * second;
    const played = await stateAfter(t, await t.sendOk("bob", ...play), "timer.play");
    const shifted = began + 100 * second;
    expect(played.timer).toEqual({
      startTime: shifted,
      pauseTime: null,
      countTime: 120,
      countPauseTime: null,
    });
    expect((await t.boardRow())["timer_settles_at"]).toBe(shifted + 122 * second);
    const shorter = await stateAfter(t, await t.sendOk("bob", ...edit(30)), "timer.edit");
    expect(shorter.timer).toEqual({ ...played.timer, countTime: 30 });
    expect((await t.boardRow())["timer_settles_at"]).toBe(shifted + 32 * second);
    const stopped = await stateAfter(t, await t.sendOk("bob", ...stop), "timer.delete");
    expect(stopped).toEqual({ facilitator_id: null, facilitator_options: noOptions, timer: idleTimer });
    expect((await t.boardRow())["timer_settles_at"]).toBe(null);
  });

  test("stopped while an option is set, the seat and the options stay [S1]", async () => {
    const t = await start();
    await t.facilitate({ stopEditing: true });
    await t.sendOk("ann", ...startTimer(60));
    const stopped = await stateAfter(t, await t.sendOk("ann", ...stop), "timer.delete");
    expect(stopped).toEqual({
      facilitator_id: "@ann",
      facilitator_options: { ...noOptions, stopEditing: true },
      timer: idleTimer,
    });
  });

  test.each([
    [[], pause],
    [[startTimer(60)], startTimer(60)],
  ])("after %j refuses %j: no such transition [C1]", async (before, call) => {
    const t = await start();
    await t.facilitate({ showStickerDate: true });
    for (const each of before) {
      await t.sendOk("ann", ...each);
      t.app.time.now += second;
    }
    const done = await t.send("ann", ...call);
    expect([done.status, done.code]).toEqual([403, "timer_state"]);
  });

  test.each([0, limits.timer.timeIsUpMs - 1])(
    "is started again %d ms after its end: it runs from then, under the same facilitator and options [C5]",
    async (later) => {
      const t = await start();
      await t.facilitate({ stopEditing: true });
      await t.sendOk("ann", ...startTimer(5));
      t.app.time.now += 5 * second + later;
      const done = await t.sendOk("ann", ...startTimer(120));
      expect(await stateAfter(t, done, "timer.store")).toEqual({
        facilitator_id: "@ann",
        facilitator_options: { ...noOptions, stopEditing: true },
        timer: { startTime: t.app.time.now, pauseTime: null, countTime: 120, countPauseTime: null },
      });
    },
  );

  test("attack: a participant cannot start the facilitator's timer again while its time is up [C5]", async () => {
    const t = await start();
    await t.facilitate({ stopEditing: true });
    await t.sendOk("ann", ...startTimer(5));
    t.app.time.now += 5 * second;
    const done = await t.send("bob", ...startTimer(120));
    expect([done.status, done.code]).toEqual([403, "board_locked"]);
  });

  test("pause is refused when the time is up [C1]", async () => {
    const t = await start();
    await t.sendOk("ann", ...startTimer(5));
    t.app.time.now += 5 * second;
    expect((await t.send("ann", ...pause)).code).toBe("timer_state");
  });

  test.each([0, "60"])("refuses %j s, as a start and as another time [C2]", async (count) => {
    const t = await start();
    const refused = await t.send("ann", "POST", "/timers", { count_time: count });
    expect([refused.status, Object.keys(refused.errors ?? {})]).toEqual([422, ["count_time"]]);
    await t.sendOk("ann", ...startTimer(60));
    expect((await t.send("ann", ...edit(count))).status).toBe(422);
  });

  test("everybody may set the idle timer where nobody facilitates, and that names no facilitator", async () => {
    const t = await start();
    const edited = await stateAfter(t, await t.sendOk("bob", ...edit(600)), "timer.edit");
    expect(edited).toEqual({
      facilitator_id: null,
      facilitator_options: noOptions,
      timer: { ...idleTimer, countTime: 600 },
    });
    await t.facilitate({});
    const refused = await t.send("bob", ...edit(60));
    expect([refused.status, refused.code]).toEqual([403, "board_locked"]);
    await t.sendOk("ann", ...edit(60));
  });

  test("the same time again leaves no version [Y4]", async () => {
    const t = await start();
    expect((await t.sendOk("ann", ...edit(300))).meta?.changes).toEqual([]);
    expect((await t.boardRow())["facilitator_id"]).toBe(null);
  });
});

describe("an expired timer [C4]", () => {
  test("ends before the next command, two seconds after its time and not earlier", async () => {
    const t = await start();
    await t.sendOk("ann", ...startTimer(5));
    t.app.time.now += 7 * second - 1;
    expect((await t.send("bob", ...take)).code).toBe("seat_taken");
    const { people, url } = t;
    // Read before the time is up: on a slow machine the server may end the timer by itself before the next
    // command.
    const version = (await t.boardRow())["version"] as number;
    t.app.time.now += 1;
    expect((await people.bob.put(url, { title: "After" })).statusCode).toBe(200);
    expect(await t.boardRow()).toMatchObject({
      version: version + 2,
      title: "After",
      facilitator_id: null,
      timer: idleTimer,
    });
    await t.connections.cy.flush();
    expect(t.connections.cy.events("timer.delete").at(-1)).toMatchObject({
      version: version + 1,
      facilitator_id: null,
    });
  });

  test("ends the seat exactly as stop does: with an option set it stays", async () => {
    const t = await start();
    await t.facilitate({ avatars: "none" });
    await t.sendOk("ann", ...startTimer(5));
    t.app.time.now += 7 * second;
    await t.people.bob.put(`${t.url}/items/${t.names.id("@one")}`, { title: "uno" });
    expect(t.names.named(await t.boardRow())).toMatchObject({
      facilitator_id: "@ann",
      facilitator_options: { ...noOptions, avatars: "none" },
      timer: idleTimer,
      timer_settles_at: null,
    });
  });

  test("leaves a paused one alone, however long", async () => {
    const t = await start();
    await t.sendOk("ann", ...startTimer(5));
    await t.sendOk("ann", ...pause);
    t.app.time.now += 3600 * second;
    await t.sendOk("ann", ...option("showStickerDate", true));
    expect((await t.boardRow())["timer"]).toMatchObject({ countPauseTime: 5 });
  });
});

describe("the seat", () => {
  test("a free one is taken by asking; options and timer stay [S1]", async () => {
    const t = await start();
    await t.sendOk("cy", ...edit(600));
    const taken = await stateAfter(t, await t.sendOk("bob", ...take), "facilitator.store");
    expect(taken).toEqual({
      facilitator_id: "@bob",
      facilitator_options: noOptions,
      timer: { ...idleTimer, countTime: 600 },
    });
    const again = await t.sendOk("bob", ...take);
    expect([again.status, again.meta?.changes]).toEqual([200, []]);
  });

  test("leaving it clears options and timer, a running one too [S1]", async () => {
    const t = await start();
    await t.facilitate({ votes: { limit: 3, item: "section" }, avatars: "show", hideContent: true });
    await t.sendOk("ann", ...startTimer(60));
    const left = await stateAfter(t, await t.sendOk("ann", ...leave), "facilitator.delete");
    expect(left).toEqual({ facilitator_id: null, facilitator_options: noOptions, timer: idleTimer });
    expect((await t.boardRow())["timer_settles_at"]).toBe(null);
  });

  test("is kept while its holder is connected, and taken over two minutes after; options and timer stay [S2]", async () => {
    const t = await start();
    const dan = t.connections.dan.raw;
    await t.people.dan.post(`${t.url}/facilitators`);
    const set = await t.people.dan.put(`${t.url}/facilitators`, { option: "hideContent", value: true });
    expect(set.statusCode).toBe(200);
    await t.people.dan.post(`${t.url}/timers`, { count_time: 600 });
    // Reads the board again: `observeBoards` does not compare what Dan sees.
    await t.facilitate({}, "dan");
    expect(dan.closeCode).toBe(null);
    t.app.time.now += limits.seatEmptyMs - 1;
    expect((await t.send("bob", ...take)).code).toBe("seat_taken");
    t.app.time.now += 1;
    const before = t.names.named((await t.boardRow())["timer"]);
    const taken = await stateAfter(t, await t.sendOk("bob", ...take), "facilitator.store");
    expect(taken).toEqual({
      facilitator_id: "@bob",
      facilitator_options: { ...noOptions, hideContent: true },
      timer: before,
    });
  });
});

describe("the options", () => {
  const values: [string, unknown][] = [
    ["hideContent", true],
    ["concealVoteCount", true],
    ["votes", { limit: 999, item: "section" }],
    ["avatars", "hide"],
  ];
  test.each(values)(
    "%s = %j: this one alone is set, told and stored; then off again",
    async (name, value) => {
      const t = await start();
      await t.facilitate({});
      const set = await stateAfter(t, await t.sendOk("ann", ...option(name, value)), "facilitator.update");
      expect(set).toEqual({
        facilitator_id: "@ann",
        facilitator_options: { ...noOptions, [name]: value },
        timer: idleTimer,
      });
      expect((await t.sendOk("ann", ...option(name, value))).meta?.changes).toEqual([]);
      const off = await stateAfter(t, await t.sendOk("ann", ...option(name, false)), "facilitator.update");
      expect(off.facilitator_options).toEqual(noOptions);
      expect(off.facilitator_id).toBe("@ann");
    },
  );

  test("keep one another", async () => {
    const t = await start();
    await t.facilitate({ hideContent: true, votes: { limit: 3, item: "board" } });
    const set = await stateAfter(
      t,
      await t.sendOk("ann", ...option("avatars", "show")),
      "facilitator.update",
    );
    expect(set.facilitator_options).toEqual({
      ...noOptions,
      hideContent: true,
      votes: { limit: 3, item: "board" },
      avatars: "show",
    });
  });

  test.each([
    ["votes", { limit: 1000, item: "board" }],
    ["hideContent", "yes"],
  ])("refuses %s = %j", async (name, value) => {
    const t = await start();
    await t.facilitate({});
    expect((await t.send("ann", ...option(name, value))).status).toBe(422);
  });
});
