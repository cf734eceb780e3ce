import { createStorage, type EntryStorage, memoryMedium, type StoredEntry } from "../entry-storage.ts";
import type { Env } from "../env.ts";

/** Numbers that look random and are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A world whose clock moves only when a test moves it: planned work then runs at once, in its order. */
export interface World {
  now: () => number;
  random: () => number;
  after: (ms: number, work: () => void) => () => void;
  /** Turns the clock on; comes back when all that was due has happened. */
  pass: (ms: number) => Promise<void>;
  /** What the browser keeps for all its tabs. */
  stored: () => StoredEntry[];
  /** The environment of one tab. */
  tab: () => Tab;
}

export interface Tab {
  env: Env;
  /** The user looks at it again. */
  wake: () => void;
  /** The page goes. */
  leave: () => void;
  /** A new page replaces this one: a reload, or the tab is opened again. */
  newPage: () => void;
  /** The other tabs take this page for gone, although it is not: it was suspended. */
  suspend: () => void;
  /** This machine's clock is set by so many milliseconds. */
  jump: (ms: number) => void;
}

const { setImmediate } = globalThis as unknown as { setImmediate: (work: () => void) => void };
/** Comes back when all promises that can go on have gone on. */
function promisesRun(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function createWorld(seed = 1): World {
  const random = seeded(seed);
  let now = 1_800_000_000_000;
  let lastId = 0;
  const plans = new Map<number, { at: number; work: () => void }>();

  function next(until: number): { at: number; id: number } | null {
    let best: { at: number; id: number } | null = null;
    for (const [id, { at }] of plans) if (at <= until && (!best || at < best.at)) best = { at, id };
    return best;
  }
  const after: World["after"] = (ms, work) => {
    const id = (lastId += 1);
    plans.set(id, { at: now + Math.max(ms, 0), work });
    return () => plans.delete(id);
  };
  const stored = new Map<string, StoredEntry>();
  const alive = new Set<string>();
  return {
    now: () => now,
    random,
    after,
    stored: () => [...stored.values()],
    async pass(ms) {
      const until = now + ms;
      await promisesRun();
      for (let due = next(until); due; due = next(until)) {
        const { work } = plans.get(due.id) as { work: () => void };
        plans.delete(due.id);
        now = due.at;
        work();
        await promisesRun();
      }
      now = until;
    },
    tab() {
      let pageId = "";
      let skew = 0;
      const openPage = (): EntryStorage => {
        pageId = `page${(lastId += 1)}`;
        alive.add(pageId);
        const medium = { ...memoryMedium(stored, pageId, (id) => alive.has(id)), durable: true };
        return createStorage(Promise.resolve(medium), (error) => {
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
          after,
          onWake: listen(wake),
          hidden: () => false,
          onOnline: () => () => undefined,
          onLeave: listen(leave),
          get storage() {
            return page;
          },
        },
        wake: () => [...wake].forEach((listener) => listener()),
        leave: () => [...leave].forEach((listener) => listener()),
        newPage() {
          alive.delete(pageId);
          page = openPage();
        },
        suspend: () => void alive.delete(pageId),
        jump(ms) {
          skew += ms;
        },
      };
    },
  };
}
