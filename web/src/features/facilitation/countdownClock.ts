import type { BoardStore } from "../../board-state/types.ts";
import { after } from "./backgroundTimer.ts";
import { countdownAt, nextCountdownIn, sameCountdown } from "./countdown.ts";
import type { Countdown } from "./countdown.ts";

/** What the countdown needs of the browser; tests bring their own. */
export interface CountdownEnvironment {
  /** @returns the function that calls it off */
  schedule: (ms: number, work: () => void) => () => void;
  /** Hears when the tab is shown or hidden. */
  onVisibilityChange: (listener: () => void) => () => void;
}

const browserCountdownEnvironment: CountdownEnvironment = {
  schedule: after,
  onVisibilityChange(listener) {
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  },
};

/** The timer of a board as its screen shows it: every countdown on the screen reads this one. */
export interface CountdownClock {
  /** The face now; null until the board is loaded. The same object while it stays the same. */
  current: () => Countdown | null;
  /** Hears when the face changes: at most once a second, and when somebody presses a button. */
  subscribe: (listener: () => void) => () => void;
}

export function createCountdownClock(
  store: BoardStore,
  environment: CountdownEnvironment = browserCountdownEnvironment,
): CountdownClock {
  const listeners = new Set<() => void>();
  let current: Countdown | null = null;
  let reported: Countdown | null = null;
  let stopTick: (() => void) | undefined;
  let stopListening: (() => void) | undefined;

  const timer = () => store.getState().view?.facilitation.timer ?? null;
  function update(): Countdown | null {
    const now = timer();
    const next = now && countdownAt(now, store.serverNow());
    if (!sameCountdown(next, current)) current = next;
    return current;
  }
  function refresh(): void {
    const changed = update() !== reported;
    reported = current;
    stopTick?.();
    const now = timer();
    const wait = now && nextCountdownIn(now, store.serverNow());
    // Rounded up, so that it wakes after the edge of the second, not before it.
    if (wait !== null) stopTick = environment.schedule(Math.ceil(wait), refresh);
    if (changed) for (const listener of listeners) listener();
  }

  return {
    current: update,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        const stops = [store.subscribe(refresh), environment.onVisibilityChange(refresh)];
        stopListening = () => {
          for (const stop of stops) stop();
        };
        refresh();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stopListening?.();
        stopTick?.();
      };
    },
  };
}

const clocks = new WeakMap<BoardStore, CountdownClock>();

/** The one countdown of an open board. */
export function countdownClockOf(store: BoardStore): CountdownClock {
  let clock = clocks.get(store);
  if (!clock) clocks.set(store, (clock = createCountdownClock(store)));
  return clock;
}
