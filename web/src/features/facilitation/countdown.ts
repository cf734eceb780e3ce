import type { Timer } from "@retro/contract/facilitation/timer";
import { limits } from "@retro/contract/limits";
import { isTimeUp, remainingMs, remainingSeconds, expiresAt, timerPhase } from "@retro/rules/timer";
import type { TimerPhase } from "@retro/rules/timer";

/** `up` is "Time is up", for the two seconds before the server stops the timer. */
export interface Countdown {
  readonly phase: TimerPhase | "up";
  readonly seconds: number;
  readonly total: number;
}

const idleCountdown: Countdown = {
  phase: "idle",
  seconds: limits.timer.default,
  total: limits.timer.default,
};

/** After "Time is up" it is idle at once, so the server's stop changes nothing on screen [C1]. */
export function countdownAt(timer: Timer, now: number): Countdown {
  const total = timer.countTime;
  if (isTimeUp(timer, now))
    return now < (expiresAt(timer) ?? 0) ? { phase: "up", seconds: 0, total } : idleCountdown;
  // The estimated server time may be a little before the start: never show more than the full duration.
  return { phase: timerPhase(timer), seconds: Math.min(total, remainingSeconds(timer, now)), total };
}

/** Milliseconds until the countdown changes by itself, always above 0; null if it stays the same. */
export function nextCountdownIn(timer: Timer, now: number): number | null {
  if (timerPhase(timer) !== "running") return null;
  const left = remainingMs(timer, now);
  if (left > 0) return left - (countdownAt(timer, now).seconds - 1) * 1000;
  const untilExpiry = (expiresAt(timer) ?? 0) - now;
  return untilExpiry > 0 ? untilExpiry : null;
}

export function sameCountdown(a: Countdown | null, b: Countdown | null): boolean {
  return a === b || (a?.phase === b?.phase && a?.seconds === b?.seconds && a?.total === b?.total);
}

type TimerAnnouncement = "started" | "minute" | "up";

/** At the timer's start, its last minute and its end; never every second. */
export function timerAnnouncement(before: Countdown, after: Countdown): TimerAnnouncement | null {
  if (after.phase === "up") return before.phase === "up" ? null : "up";
  if (after.phase !== "running") return null;
  if (before.phase === "idle" || before.phase === "up") return "started";
  return before.seconds > 60 && after.seconds <= 60 && after.seconds > 0 ? "minute" : null;
}

/** Above 60 s of the duration and, while the timer runs, of the seconds left (spec 5.9). */
export function mayStepDown(countdown: Countdown): boolean {
  return (
    countdown.phase !== "up" &&
    countdown.total > limits.timer.minusDisabledAt &&
    countdown.seconds > limits.timer.minusDisabledAt
  );
}
/** Whether "plus one minute" and the quick additions are enabled: below 5940 s (spec 5.9). */
export function mayStepUp(countdown: Countdown): boolean {
  return countdown.phase !== "up" && countdown.total < limits.timer.max;
}
