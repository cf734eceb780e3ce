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

/** A world with a clock that stands until it is turned: what was planned happens in its order, at once. */
export interface World {
  now: () => number;
  random: () => number;
  after: (ms: number, work: () => void) => () => void;
  /** Turns the clock on; comes back when all that was due has happened. */
  pass: (ms: number) => Promise<void>;
  /** The surroundings of one tab. */
  tab: () => Tab;
}

export interface Tab {
  env: Env;
  /** The user looks at it again. */
  wake: () => void;
  /** The page goes. */
  leave: () => void;
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
  return {
    now: () => now,
    random,
    after,
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
      const wake = new Set<() => void>();
      const leave = new Set<() => void>();
      const storage = new Map<string, string>();
      const listen = (to: Set<() => void>) => (listener: () => void) => {
        to.add(listener);
        return () => to.delete(listener);
      };
      return {
        env: {
          now: () => now,
          random,
          after,
          onWake: listen(wake),
          onLeave: listen(leave),
          keep(key, text) {
            if (text === null) storage.delete(key);
            else storage.set(key, text);
          },
          kept: (key) => storage.get(key) ?? null,
          inherit: () => [],
        },
        wake: () => [...wake].forEach((listener) => listener()),
        leave: () => [...leave].forEach((listener) => listener()),
      };
    },
  };
}
