import type { Timer } from "@retro/contract/facilitation/timer";
import { limits } from "@retro/contract/limits";

/** The timer's state machine [C1; spec 4.2]. Times are epoch milliseconds by the server's clock [C3]. */
export type TimerPhase = "idle" | "running" | "paused";

/** The state of a timer: idle without a start time, paused with a pause time. */
export function timerPhase(timer: Timer): TimerPhase {
  if (timer.startTime === null) return "idle";
  return timer.pauseTime === null ? "running" : "paused";
}

/** Milliseconds left: the full time when idle, the rest at the pause when paused, never below 0. */
export function remainingMs(timer: Timer, now: number): number {
  if (timer.startTime === null) return timer.countTime * 1000;
  const at = timer.pauseTime ?? now;
  return Math.max(0, timer.startTime + timer.countTime * 1000 - at);
}

/** Seconds left, rounded up: the screen shows a second until it has passed. */
export function remainingSeconds(timer: Timer, now: number): number {
  return Math.ceil(remainingMs(timer, now) / 1000);
}

/** Seconds as `MM:SS` (spec 2.22); above 99 minutes the minutes have three digits. */
export function formatSeconds(seconds: number): string {
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Tells whether a running timer has reached its end; the screen then shows "Time is up" (spec 2.23). */
export function isTimeUp(timer: Timer, now: number): boolean {
  return timerPhase(timer) === "running" && remainingMs(timer, now) === 0;
}

/** Epoch milliseconds, `limits.timer.timeIsUpMs` after the end; null unless the timer runs [C4; spec 4.2]. */
export function expiresAt(timer: Timer): number | null {
  if (timer.startTime === null || timer.pauseTime !== null) return null;
  return timer.startTime + timer.countTime * 1000 + limits.timer.timeIsUpMs;
}

/**
 * Starts the timer: idle → running [C1]. A timer whose time is up counts as idle, so that "+2 min" does not
 * depend on whether the server has ended it yet [C5].
 * @param countTime seconds, 1 to 5940 [C2]; the caller checks them
 * @returns null from another state
 */
export function startedTimer(timer: Timer, countTime: number, now: number): Timer | null {
  return timerPhase(timer) === "idle" || isTimeUp(timer, now)
    ? { startTime: now, pauseTime: null, countTime, countPauseTime: null }
    : null;
}

/** Running → paused, records the seconds left [C1]; null from another state, or when the time is up. */
export function pausedTimer(timer: Timer, now: number): Timer | null {
  if (timerPhase(timer) !== "running" || isTimeUp(timer, now)) return null;
  return { ...timer, pauseTime: now, countPauseTime: remainingSeconds(timer, now) };
}

/** Paused → running; the start shifts by the length of the pause [C1]. Null from another state. */
export function playedTimer(timer: Timer, now: number): Timer | null {
  if (timer.startTime === null || timer.pauseTime === null) return null;
  return {
    ...timer,
    startTime: timer.startTime + (now - timer.pauseTime),
    pauseTime: null,
    countPauseTime: null,
  };
}

/** In any state; the seconds left change by the same amount (spec 2.23). The caller checks the count [C2]. */
export function editedTimer(timer: Timer, countTime: number): Timer {
  const edited = { ...timer, countTime };
  return edited.pauseTime === null
    ? edited
    : { ...edited, countPauseTime: remainingSeconds(edited, edited.pauseTime) };
}

/** The total in seconds after a step of the timer's menu, kept within 1 to 5940 [C2; spec 5.9]. */
export function steppedCount(countTime: number, step: number): number {
  return Math.min(limits.timer.max, Math.max(limits.timer.min, countTime + step));
}
