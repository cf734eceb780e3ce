import { LRUCache } from "lru-cache";
import type { Rate } from "./budgets.ts";

const windows = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

interface TokenBucket {
  tokens: number;
  at: number;
}

/** Memory is bounded: the least recently used bucket is dropped, and counts as full. */
export class TokenBuckets {
  readonly #burst: number;
  readonly #perMs: number;
  readonly #buckets: LRUCache<string, TokenBucket>;

  constructor(rate: Rate, maxKeys: number) {
    this.#burst = rate.burst;
    this.#perMs = rate.refill / windows[rate.per];
    // Not `max`, which allocates the whole table at once: 40 MB for all limits.
    this.#buckets = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 });
  }

  /** 0 when they are available now. A cost above the bucket's size needs a full bucket. */
  waitMs(key: string, cost: number, now: number): number {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return 0;
    const missing = Math.min(cost, this.#burst) - this.#tokensAt(bucket, now);
    return missing <= 0 ? 0 : missing / this.#perMs;
  }

  /** For costs that are known only afterwards. The debt is at most one burst. */
  take(key: string, cost: number, now: number): void {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      this.#buckets.set(key, { tokens: Math.max(-this.#burst, this.#burst - cost), at: now });
      return;
    }
    bucket.tokens = Math.max(-this.#burst, this.#tokensAt(bucket, now) - cost);
    bucket.at = now;
  }

  get size(): number {
    return this.#buckets.size;
  }

  #tokensAt(bucket: TokenBucket, now: number): number {
    // If the clock goes back, nothing is refilled.
    return Math.min(this.#burst, bucket.tokens + Math.max(0, now - bucket.at) * this.#perMs);
  }
}
