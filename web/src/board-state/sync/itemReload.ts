import type { BoardView } from "@retro/rules/apply-change";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import { createMissingDataCheck } from "../view/missingData.ts";

const missingReloadMs = 1000;
const missingPauseMs = 10_000;

interface Options {
  env: BoardEnvironment;
  view: () => BoardView | null;
  load: () => Promise<void>;
  /** A load failed. @returns the delay before the next try in milliseconds; null: no further try */
  onError: (error: unknown) => number | null;
}

/** Loads the items again, once, after a reveal or when the view lacks what its user may see. */
export function createItemReload({ env, view, load, onError }: Options) {
  const missingData = createMissingDataCheck();
  let cancelLoad: (() => void) | null = null;
  let lastLoad = Number.NEGATIVE_INFINITY;
  let pauseMs = missingPauseMs;
  /** A facilitation change revealed text, and the load that fetches it has not arrived. */
  let revealDue = false;

  function loadIn(ms: number): void {
    cancelLoad?.();
    cancelLoad = env.schedule(ms, () => {
      cancelLoad = null;
      const board = view();
      if (board && (revealDue || missingData.isMissing(board))) void loadOnce();
    });
  }

  async function loadOnce(): Promise<void> {
    lastLoad = env.now();
    revealDue = false;
    try {
      await load();
    } catch (error) {
      revealDue = true;
      const delay = onError(error);
      if (delay !== null && !cancelLoad) loadIn(delay);
    }
  }

  return {
    /** Text was revealed: loads the items after `ms`, whatever was planned. */
    afterReveal(ms: number): void {
      revealDue = true;
      loadIn(ms);
    },
    /** The pause doubles while loads do not help. */
    ifMissing(): void {
      const board = view();
      if (!board || cancelLoad) return;
      if (!missingData.isMissing(board)) {
        pauseMs = missingPauseMs;
        return;
      }
      const pause = Math.max(missingReloadMs, lastLoad + pauseMs - env.now());
      if (pauseMs < 16 * missingPauseMs) pauseMs *= 2;
      loadIn(pause + env.random() * missingReloadMs);
    },
    loadAnswered(): void {
      lastLoad = env.now();
    },
    loadApplied: (view: BoardView) => missingData.itemsLoaded(view),
    close: () => cancelLoad?.(),
  };
}
