import type { Timer } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { isTimeUp, remainingMs, remainingSeconds, expiresAt, timerPhase } from "@retro/rules/timer";
import type { TimerPhase } from "@retro/rules/timer";

/** What a timer shows at one moment; `up` is "Time is up", the two seconds before the server settles it. */
export interface Countdown {
  readonly phase: TimerPhase | "up";
  /** Seconds left, as MM:SS says them. */
  readonly seconds: number;
  /** Seconds in full. */
  readonly total: number;
}

const idleCountdown: Countdown = {
  phase: "idle",
  seconds: limits.timer.default,
  total: limits.timer.default,
};

/**
 * The face of a timer [C1]. After "Time is up" it is idle at once, so that the server's own word, a moment later, changes nothing.
 * @param now epoch milliseconds by the server's clock
 */
export function countdownAt(timer: Timer, now: number): Countdown {
  const total = timer.countTime;
  if (isTimeUp(timer, now))
    return now < (expiresAt(timer) ?? 0) ? { phase: "up", seconds: 0, total } : idleCountdown;
  // The estimate of the server's clock may lie a little before the start: no second more than there is.
  return { phase: timerPhase(timer), seconds: Math.min(total, remainingSeconds(timer, now)), total };
}

/** Milliseconds until the face changes by itself; null when it stays. Always above 0. */
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

export type TimerAnnouncement = "started" | "minute" | "up";

/** What is said aloud between two faces of a board's timer: its start, the last minute, the end. Never every second. */
export function timerAnnouncement(before: Countdown, after: Countdown): TimerAnnouncement | null {
  if (after.phase === "up") return before.phase === "up" ? null : "up";
  if (after.phase !== "running") return null;
  if (before.phase === "idle" || before.phase === "up") return "started";
  return before.seconds > 60 && after.seconds <= 60 && after.seconds > 0 ? "minute" : null;
}

/** Minus one minute: off at 60 s or less, of the whole and, while time runs, of what is left. */
export function mayStepDown(countdown: Countdown): boolean {
  return (
    countdown.phase !== "up" &&
    countdown.total > limits.timer.minusDisabledAt &&
    countdown.seconds > limits.timer.minusDisabledAt
  );
}
/** Plus and quick adds: off at 5940 s. */
export function mayStepUp(countdown: Countdown): boolean {
  return countdown.phase !== "up" && countdown.total < limits.timer.max;
}
