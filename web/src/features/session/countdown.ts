import type { BoardStore } from "../../board-state/types.ts";
import { after } from "./alarm.ts";
import { faceAt, nextFaceIn, sameFace } from "./face.ts";
import type { Face } from "./face.ts";

/** What the countdown needs of the browser; tests bring their own. */
export interface Surroundings {
  /** @returns the function that calls it off */
  after: (ms: number, work: () => void) => () => void;
  /** Hears when the tab is shown or hidden. */
  onTurn: (listener: () => void) => () => void;
}

const browser: Surroundings = {
  after,
  onTurn(listener) {
    document.addEventListener("visibilitychange", listener);
    return () => document.removeEventListener("visibilitychange", listener);
  },
};

/** The timer of a board as its screen shows it: every countdown on the screen reads this one. */
export interface Countdown {
  /** The face now; null until the board is loaded. The same object while it stays the same. */
  face: () => Face | null;
  /** Hears when the face changes: at most once a second, and when somebody presses a button. */
  subscribe: (listener: () => void) => () => void;
}

export function createCountdown(store: BoardStore, around: Surroundings = browser): Countdown {
  const listeners = new Set<() => void>();
  let face: Face | null = null;
  let told: Face | null = null;
  let stopTick: (() => void) | undefined;
  let stopListening: (() => void) | undefined;

  const timer = () => store.getState().view?.session.timer ?? null;
  function derive(): Face | null {
    const now = timer();
    const next = now && faceAt(now, store.serverNow());
    if (!sameFace(next, face)) face = next;
    return face;
  }
  function refresh(): void {
    const changed = derive() !== told;
    told = face;
    stopTick?.();
    const now = timer();
    const wait = now && nextFaceIn(now, store.serverNow());
    // Rounded up, so that it wakes after the edge of the second, not before it.
    if (wait !== null) stopTick = around.after(Math.ceil(wait), refresh);
    if (changed) for (const listener of listeners) listener();
  }

  return {
    face: derive,
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        const stops = [store.subscribe(refresh), around.onTurn(refresh)];
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

const countdowns = new WeakMap<BoardStore, Countdown>();

/** The one countdown of an open board. */
export function countdownOf(store: BoardStore): Countdown {
  let countdown = countdowns.get(store);
  if (!countdown) countdowns.set(store, (countdown = createCountdown(store)));
  return countdown;
}
