import type { BoardStore } from "../../board-state/boardStore.ts";
import { after } from "./backgroundTimer.ts";
import { countdownAt, nextCountdownIn, sameCountdown } from "./countdown.ts";
import type { Countdown } from "./countdown.ts";

interface CountdownEnvironment {
  schedule: (ms: number, work: () => void) => () => void;
  onVisibilityChange: (listener: () => void) => () => void;
}

const browserCountdownEnvironment: CountdownEnvironment = {
  schedule: after,
  onVisibilityChange(listener) {
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  },
};

interface CountdownClock {
  current: () => Countdown | null;
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
    // Rounded up, so that it runs after the second has changed, not before.
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

export function countdownClockOf(store: BoardStore): CountdownClock {
  let clock = clocks.get(store);
  if (!clock) clocks.set(store, (clock = createCountdownClock(store)));
  return clock;
}
