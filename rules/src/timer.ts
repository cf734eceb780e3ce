import { idleTimer, type Timer } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";

/**
 * The timer's state machine [C1], spec 4.2. All times are epoch milliseconds by the server's clock.
 */
export type TimerPhase = "idle" | "running" | "paused";

export function timerPhase(timer: Timer): TimerPhase {
  if (timer.startTime === null) return "idle";
  return timer.pauseTime === null ? "running" : "paused";
}

/** Milliseconds left; the full time when idle; never below 0. */
export function remainingMs(timer: Timer, now: number): number {
  if (timer.startTime === null) return timer.countTime * 1000;
  const at = timer.pauseTime ?? now;
  return Math.max(0, timer.startTime + timer.countTime * 1000 - at);
}

/** Seconds as the screen shows them: a running second counts until it has passed. */
export function remainingSeconds(timer: Timer, now: number): number {
  return Math.ceil(remainingMs(timer, now) / 1000);
}

/** MM:SS. */
export function formatSeconds(seconds: number): string {
  return `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
}

export function isTimeUp(timer: Timer, now: number): boolean {
  return timerPhase(timer) === "running" && remainingMs(timer, now) === 0;
}

/** When the server settles a running timer: "Time is up" has been shown for two seconds. Null unless running. */
export function expiresAt(timer: Timer): number | null {
  if (timer.startTime === null || timer.pauseTime !== null) return null;
  return timer.startTime + timer.countTime * 1000 + limits.timer.timeIsUpMs;
}

/** idle → running; null from another state. */
export function startedTimer(timer: Timer, countTime: number, now: number): Timer | null {
  return timerPhase(timer) === "idle"
    ? { startTime: now, pauseTime: null, countTime, countPauseTime: null }
    : null;
}

/** running → paused, the seconds left recorded; null from another state, or when the time is up. */
export function pausedTimer(timer: Timer, now: number): Timer | null {
  if (timerPhase(timer) !== "running" || isTimeUp(timer, now)) return null;
  return { ...timer, pauseTime: now, countPauseTime: remainingSeconds(timer, now) };
}

/** paused → running, the start shifted by the pause; null from another state. */
export function playedTimer(timer: Timer, now: number): Timer | null {
  if (timer.startTime === null || timer.pauseTime === null) return null;
  return {
    ...timer,
    startTime: timer.startTime + (now - timer.pauseTime),
    pauseTime: null,
    countPauseTime: null,
  };
}

/** Another total, in any state; the seconds left move by the same amount. */
export function editedTimer(timer: Timer, countTime: number): Timer {
  const edited = { ...timer, countTime };
  return edited.pauseTime === null
    ? edited
    : { ...edited, countPauseTime: remainingSeconds(edited, edited.pauseTime) };
}

export const stoppedTimer: Timer = idleTimer;

/** Seconds after one of the menu's steps; the menu's buttons are disabled where this changes nothing. */
export function steppedCount(countTime: number, step: number): number {
  return Math.min(limits.timer.max, Math.max(limits.timer.min, countTime + step));
}
/** Minus one minute is off at 60 s or less. */
export function canStepDown(countTime: number): boolean {
  return countTime > limits.timer.minusDisabledAt;
}
/** Plus and the quick adds are off at 5940 s. */
export function canStepUp(countTime: number): boolean {
  return countTime < limits.timer.max;
}
