import type { StoredEntry } from "../storage/entryStorage.ts";
import type { SimulatedDatabase } from "./simulatedDatabase.ts";
import { createSimulatedTab, type SimulatedBrowser, type SimulatedTab } from "./simulatedTab.ts";

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

const { setImmediate } = globalThis as unknown as { setImmediate: (work: () => void) => void };
/** Resolves when all settled promises have run their continuations. */
function flushPromises(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** @param database what the browser stores entries in; null: plain memory */
export function createSimulation(seed = 1, database: SimulatedDatabase | null = null): Simulation {
  const random = seededRandom(seed);
  /** Work of the browser's storage that is not done yet. */
  const storing = new Set<Promise<unknown>>();
  /** Resolves when all settled promises have run their continuations, and the browser's storage rests. */
  async function settle(): Promise<void> {
    do await flushPromises();
    while (storing.size > 0);
  }
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
  const browser: SimulatedBrowser = {
    now: () => now,
    random,
    after,
    stored: new Map(),
    openPages: new Set(),
    newPageId: () => `page${(lastId += 1)}`,
    database,
    working(work) {
      storing.add(work);
      return work.finally(() => storing.delete(work));
    },
  };
  return {
    now: browser.now,
    random,
    after,
    storedEntries: () => [...browser.stored.values()],
    async advance(ms) {
      const until = now + ms;
      await settle();
      for (let due = next(until); due; due = next(until)) {
        const { work } = timers.get(due.id) as { work: () => void };
        timers.delete(due.id);
        now = due.at;
        work();
        await settle();
      }
      now = until;
    },
    openTab: () => createSimulatedTab(browser),
  };
}
