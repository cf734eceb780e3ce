import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { idleTimer, type Timer } from "@retro/contract/facilitation/timer";
import {
  editedTimer,
  formatSeconds,
  isTimeUp,
  pausedTimer,
  playedTimer,
  remainingMs,
  remainingSeconds,
  expiresAt,
  startedTimer,
  steppedCount,
  timerPhase,
} from "./timer.ts";

const idle: Timer = { startTime: null, pauseTime: null, countTime: 300, countPauseTime: null };
/** 100 s, started at 1,000,000 ms: its time is up at 1,100,000. */
const running: Timer = { startTime: 1_000_000, pauseTime: null, countTime: 100, countPauseTime: null };
/** The same, paused after 40 s. */
const paused: Timer = { startTime: 1_000_000, pauseTime: 1_040_000, countTime: 100, countPauseTime: 60 };

test("[C1] a timer is idle without a start, running without a pause, else paused", () => {
  expect([idle, running, paused].map(timerPhase)).toEqual(["idle", "running", "paused"]);
});

describe("transitions", () => {
  test("[C1] start makes an idle timer run from now", () => {
    expect(startedTimer(idle, 90, 5000)).toEqual({
      startTime: 5000,
      pauseTime: null,
      countTime: 90,
      countPauseTime: null,
    });
  });

  test("[C1] a timer that runs or is paused cannot be started", () => {
    expect(startedTimer(running, 90, 1_010_000)).toBeNull();
    expect(startedTimer(paused, 90, 1_050_000)).toBeNull();
    expect(startedTimer(running, 90, 1_099_999)).toBeNull();
    expect(startedTimer(paused, 90, 9_000_000)).toBeNull();
  });

  test.each([1_100_000, 1_101_999, 1_102_000, 9_000_000])(
    "[C5] a timer whose time is up can be started again, at %d: it runs from now",
    (now) => {
      const again: Timer = { startTime: now, pauseTime: null, countTime: 120, countPauseTime: null };
      expect(startedTimer(running, 120, now)).toEqual(again);
    },
  );

  test("[C1] pause records the moment and the seconds left", () => {
    expect(pausedTimer(running, 1_040_000)).toEqual(paused);
    expect(pausedTimer(running, 1_099_999)).toMatchObject({ pauseTime: 1_099_999, countPauseTime: 1 });
  });

  test("[C1] a timer that is idle or paused cannot be paused, nor one whose time is up", () => {
    expect(pausedTimer(idle, 5000)).toBeNull();
    expect(pausedTimer(paused, 1_050_000)).toBeNull();
    expect(pausedTimer(running, 1_100_000)).toBeNull();
    expect(pausedTimer(running, 1_101_000)).toBeNull();
  });

  test("[C1] play shifts the start by the time of the pause", () => {
    expect(playedTimer(paused, 1_055_000)).toEqual({
      startTime: 1_015_000,
      pauseTime: null,
      countTime: 100,
      countPauseTime: null,
    });
  });

  test("[C1] a timer that is idle or runs cannot be resumed", () => {
    expect(playedTimer(idle, 5000)).toBeNull();
    expect(playedTimer(running, 1_010_000)).toBeNull();
  });

  test("[C1, C2] stopped, a timer is idle with 300 s", () => {
    expect(idleTimer).toEqual(idle);
  });

  test("[C1] the time left does not depend on pauses", () => {
    const spans = fc.array(fc.tuple(fc.nat(5_000), fc.nat(50_000)), { maxLength: 8 });
    fc.assert(
      fc.property(spans, (series) => {
        let timer = startedTimer(idle, 60, 0) as Timer;
        let [now, ran] = [0, 0];
        for (const [run, pause] of series) {
          now += run;
          ran += run;
          timer = pausedTimer(timer, now) as Timer;
          expect(remainingMs(timer, now + pause)).toBe(60_000 - ran);
          now += pause;
          timer = playedTimer(timer, now) as Timer;
          expect(remainingMs(timer, now)).toBe(60_000 - ran);
        }
      }),
    );
  });
});

describe("what is left", () => {
  test.each([
    ["idle", idle, 9_999_999, 300_000, 300],
    ["at the start", running, 1_000_000, 100_000, 100],
    ["after a millisecond", running, 1_000_001, 99_999, 100],
    ["after a second", running, 1_001_000, 99_000, 99],
    ["a millisecond before the end", running, 1_099_999, 1, 1],
    ["at the end", running, 1_100_000, 0, 0],
    ["after the end", running, 1_200_000, 0, 0],
    ["paused", paused, 1_040_000, 60_000, 60],
    ["paused for long", paused, 9_999_999, 60_000, 60],
    ["before the start, by a clock that is behind", running, 999_000, 101_000, 101],
  ])("[C3] %s", (_, timer, now, ms, seconds) => {
    expect(remainingMs(timer, now)).toBe(ms);
    expect(remainingSeconds(timer, now)).toBe(seconds);
  });

  test.each([
    ["running, a millisecond before", running, 1_099_999, false],
    ["running, at its end", running, 1_100_000, true],
    ["running, after its end", running, 1_100_001, true],
    ["paused", paused, 9_999_999, false],
    ["idle", idle, 9_999_999, false],
    ["idle with no second", { ...idle, countTime: 0 }, 0, false],
  ])("[C4] the time is up: %s", (_, timer, now, expired) => {
    expect(isTimeUp(timer, now)).toBe(expired);
  });

  test("[C4] a running timer ends two seconds after its time is up; no other ends by itself", () => {
    expect(expiresAt(running)).toBe(1_102_000);
    expect(expiresAt(paused)).toBeNull();
    expect(expiresAt(idle)).toBeNull();
  });

  test.each([
    [0, "00:00"],
    [1, "00:01"],
    [59, "00:59"],
    [60, "01:00"],
    [61, "01:01"],
    [599, "09:59"],
    [600, "10:00"],
    [5940, "99:00"],
    [5999, "99:59"],
  ])("[C3] %i s are shown as %s", (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text);
  });
});

describe("another total", () => {
  test("[C1] an idle or running timer only gets the total", () => {
    expect(editedTimer(idle, 60)).toEqual({ ...idle, countTime: 60 });
    expect(editedTimer(running, 160)).toEqual({ ...running, countTime: 160 });
  });

  test.each([
    [160, 120],
    [100, 60],
    [41, 1],
    [40, 0],
    [39, 0],
  ])("[C1] a paused timer with %i s in all, after 40 s, has %i s left", (total, left) => {
    expect(editedTimer(paused, total)).toEqual({ ...paused, countTime: total, countPauseTime: left });
  });
});

describe("steps of the menu", () => {
  test.each([
    [300, 60, 360],
    [300, -60, 240],
    [300, 180, 480],
    [300, 300, 600],
    [300, 600, 900],
    [61, -60, 1],
    [60, -60, 1],
    [1, -60, 1],
    [5880, 60, 5940],
    [5881, 60, 5940],
    [5939, 600, 5940],
    [5940, 60, 5940],
    [5940, -60, 5880],
  ])("[C2] %i s and a step of %i s make %i s", (count, step, result) => {
    expect(steppedCount(count, step)).toBe(result);
  });
});
