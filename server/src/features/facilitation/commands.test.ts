import { describe, expect, test } from "vitest";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { idleTimer } from "@retro/contract/facilitation/timer";
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

  test("attack: a participant cannot start the facilitator's timer again while its time is up [C5]", async () => {
    const t = await start();
    await t.facilitate({ stopEditing: true });
    await t.sendOk("ann", ...startTimer(5));
    t.app.time.now += 5 * second;
    const done = await t.send("bob", ...startTimer(120));
    expect([done.status, done.code]).toEqual([403, "board_locked"]);
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
});

describe("the seat", () => {
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
