import { createEntryStorage, type EntryStorage, memoryBackend, type StoredEntry } from "../entryStorage.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";

/** Numbers that look random and are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** An environment whose clock moves only when a test advances it; due work then runs at once, in order. */
export interface Simulation {
  now: () => number;
  random: () => number;
  after: (ms: number, work: () => void) => () => void;
  /** Advances the clock. Resolves when all due work has run. */
  advance: (ms: number) => Promise<void>;
  /** The entries that the browser stores for all tabs. */
  storedEntries: () => StoredEntry[];
  /** The environment of one tab. */
  openTab: () => SimulatedTab;
}

export interface SimulatedTab {
  env: BoardEnvironment;
  /** The page is visible again. */
  resume: () => void;
  /** The page closes. */
  hidePage: () => void;
  /** Replaces the page by a new one: a reload, or the tab is opened again. */
  newPage: () => void;
  /** Suspends the page: other tabs then consider it closed. */
  suspend: () => void;
  /** Sets this machine's clock forward by so many milliseconds. */
  shiftClock: (ms: number) => void;
}

const { setImmediate } = globalThis as unknown as { setImmediate: (work: () => void) => void };
/** Resolves when all settled promises have run their continuations. */
function flushPromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function createSimulation(seed = 1): Simulation {
  const random = seededRandom(seed);
  let now = 1_800_000_000_000;
  let lastId = 0;
  const timers = new Map<number, { at: number; work: () => void }>();

  function next(until: number): { at: number; id: number } | null {
    let best: { at: number; id: number } | null = null;
    for (const [id, { at }] of timers) if (at <= until && (!best || at < best.at)) best = { at, id };
    return best;
  }
  const after: Simulation["after"] = (ms, work) => {
    const id = (lastId += 1);
    timers.set(id, { at: now + Math.max(ms, 0), work });
    return () => timers.delete(id);
  };
  const stored = new Map<string, StoredEntry>();
  const alive = new Set<string>();
  return {
    now: () => now,
    random,
    after,
    storedEntries: () => [...stored.values()],
    async advance(ms) {
      const until = now + ms;
      await flushPromises();
      for (let due = next(until); due; due = next(until)) {
        const { work } = timers.get(due.id) as { work: () => void };
        timers.delete(due.id);
        now = due.at;
        work();
        await flushPromises();
      }
      now = until;
    },
    openTab() {
      let pageId = "";
      let skew = 0;
      const openPage = (): EntryStorage => {
        pageId = `page${(lastId += 1)}`;
        alive.add(pageId);
        const medium = { ...memoryBackend(stored, pageId, (id) => alive.has(id)), durable: true };
        return createEntryStorage(Promise.resolve(medium), (error) => {
          throw error;
        });
      };
      const wake = new Set<() => void>();
      const leave = new Set<() => void>();
      let page = openPage();
      const listen = (to: Set<() => void>) => (listener: () => void) => {
        to.add(listener);
        return () => to.delete(listener);
      };
      return {
        env: {
          now: () => now + skew,
          random,
          schedule: after,
          onResume: listen(wake),
          hidden: () => false,
          onOnline: () => () => undefined,
          onPageHide: listen(leave),
          get storage() {
            return page;
          },
        },
        resume: () => [...wake].forEach((listener) => listener()),
        hidePage: () => [...leave].forEach((listener) => listener()),
        newPage() {
          alive.delete(pageId);
          page = openPage();
        },
        suspend: () => void alive.delete(pageId),
        shiftClock(ms) {
          skew += ms;
        },
      };
    },
  };
}
