import { idleTimer } from "@retro/contract/facilitation/timer";
import type { Timer } from "@retro/contract/facilitation/timer";
import { limits } from "@retro/contract/limits";
import { editedTimer, pausedTimer, expiresAt } from "@retro/rules/timer";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { timerAnnouncement, countdownAt, mayStepDown, mayStepUp, nextCountdownIn } from "./countdown.ts";
import type { Countdown } from "./countdown.ts";

const start = 1_700_000_000_123;
function running(countTime: number): Timer {
  return { ...idleTimer, startTime: start, countTime };
}
const counts = fc.integer({ min: limits.timer.min, max: limits.timer.max });

describe("the countdown [C1]", () => {
  it("shows every second once, at whatever moment the subscription began", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 120 }), fc.integer({ min: 0, max: 120_000 }), (count, late) => {
        const timer = running(count);
        let now = start + Math.min(late, count * 1000 - 1);
        const seen = [countdownAt(timer, now)];
        for (let wait = nextCountdownIn(timer, now); wait !== null; wait = nextCountdownIn(timer, now)) {
          expect(wait).toBeGreaterThan(0);
          now += wait;
          seen.push(countdownAt(timer, now));
        }
        const first = seen[0]?.seconds ?? 0;
        const seconds = Array.from({ length: first + 1 }, (_, index) => first - index);
        expect(seen.map((countdown) => countdown.seconds)).toEqual([...seconds, 300]);
        expect(now).toBe(expiresAt(timer));
        expect(seen.at(-1)?.phase).toBe("idle");
      }),
    );
  });

  it("is the same on two screens that opened at different moments", () => {
    fc.assert(
      fc.property(
        counts,
        fc.integer({ min: 0, max: 6_000_000 }),
        fc.integer({ min: 0, max: 999 }),
        (count, at, early) => {
          const timer = running(count);
          const first = start + at;
          const second = Math.max(start, first - early);
          const wait = nextCountdownIn(timer, second);
          const seen = wait === null || second + wait > first ? second : first;
          expect(countdownAt(timer, seen)).toEqual(countdownAt(timer, first));
        },
      ),
    );
  });

  it("says Time is up for two seconds, then shows five minutes", () => {
    const timer = running(60);
    expect(countdownAt(timer, start + 59_999)).toEqual({ phase: "running", seconds: 1, total: 60 });
    expect(countdownAt(timer, start + 60_000).phase).toBe("up");
    expect(countdownAt(timer, start + 61_999).phase).toBe("up");
    expect(countdownAt(timer, start + 62_000)).toEqual(countdownAt(idleTimer, start + 62_000));
  });

  it("never shows more than the full duration when the server's clock is guessed too early", () => {
    expect(countdownAt(running(300), start - 400).seconds).toBe(300);
  });

  it("does not change while paused, however long", () => {
    const paused = pausedTimer(running(300), start + 100_500) as Timer;
    expect(nextCountdownIn(paused, start + 100_500)).toBeNull();
    expect(countdownAt(paused, start + 9_000_000)).toEqual({ phase: "paused", seconds: 200, total: 300 });
  });
});

describe("what screen readers announce", () => {
  const countdown = (phase: Countdown["phase"], seconds: number): Countdown => ({
    phase,
    seconds,
    total: 300,
  });

  it("announces start, last minute and end, and nothing in between", () => {
    const timer = running(90);
    const said: string[] = [];
    let before = countdown("idle", 90);
    for (let now = start; now <= start + 93_000; now += 1000) {
      const after = countdownAt(timer, now);
      const event = timerAnnouncement(before, after);
      if (event !== null) said.push(`${event} ${after.seconds}`);
      before = after;
    }
    expect(said).toEqual(["started 90", "minute 60", "up 0"]);
  });

  it("does not announce a start when the timer continues after a pause", () => {
    expect(timerAnnouncement(countdown("paused", 200), countdown("running", 200))).toBeNull();
  });

  it("announces the last minute again when time was added meanwhile", () => {
    expect(timerAnnouncement(countdown("running", 30), countdown("running", 90))).toBeNull();
    expect(timerAnnouncement(countdown("running", 61), countdown("running", 60))).toBe("minute");
  });
});

describe("the menu's steps (spec 5.9)", () => {
  it("turns minus off at 60 s or less, plus at 5940 s", () => {
    const at = (countTime: number) => countdownAt({ ...idleTimer, countTime }, start);
    expect([60, 61].map((count) => mayStepDown(at(count)))).toEqual([false, true]);
    expect([5939, 5940].map((count) => mayStepUp(at(count)))).toEqual([true, false]);
  });

  it("does not go below one minute", () => {
    expect(mayStepDown(countdownAt(running(300), start + 250_000))).toBe(false);
    expect(mayStepDown(countdownAt(editedTimer(running(300), 480), start + 250_000))).toBe(true);
  });
});
