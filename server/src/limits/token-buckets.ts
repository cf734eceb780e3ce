import { LRUCache } from "lru-cache";
import type { Rate } from "./table.ts";

const windows = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

export interface TokenBucket {
  tokens: number;
  /** When `tokens` was true, epoch milliseconds. */
  at: number;
}

/**
 * Token buckets of one rate, by key (a session or an address). Memory is bounded: the bucket that was not used for
 * the longest time is dropped first, and a dropped bucket counts as full. @fastify/rate-limit counts requests by one key for each route: it
 * has no costs, no second key and no quotas that outlast a restart.
 */
export class TokenBuckets {
  readonly #burst: number;
  readonly #perMs: number;
  readonly #buckets: LRUCache<string, TokenBucket>;

  constructor(rate: Rate, maxKeys: number) {
    this.#burst = rate.burst;
    this.#perMs = rate.refill / windows[rate.per];
    // Not `max`: that allocates the whole table at once, 40 MB for all limits.
    this.#buckets = new LRUCache({ maxSize: maxKeys, sizeCalculation: () => 1 });
  }

  /**
   * How long until `cost` tokens are there, in milliseconds; 0 when they are there now. A cost above the bucket's size
   * needs a full bucket. Takes nothing.
   */
  waitMs(key: string, cost: number, now: number): number {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return 0;
    const missing = Math.min(cost, this.#burst) - this.#tokensAt(bucket, now);
    return missing <= 0 ? 0 : missing / this.#perMs;
  }

  /** Takes tokens, whether they are there or not: a cost that is known only afterwards leaves a debt of one burst at most. */
  take(key: string, cost: number, now: number): void {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      this.#buckets.set(key, { tokens: Math.max(-this.#burst, this.#burst - cost), at: now });
      return;
    }
    bucket.tokens = Math.max(-this.#burst, this.#tokensAt(bucket, now) - cost);
    bucket.at = now;
  }

  /** Every bucket that is not full, for limits that survive a restart. */
  *entries(now: number): Generator<[key: string, bucket: TokenBucket]> {
    for (const [key, bucket] of this.#buckets.entries())
      if (this.#tokensAt(bucket, now) < this.#burst) yield [key, bucket];
  }

  /** Puts a bucket back as `entries` gave it. */
  restore(key: string, bucket: TokenBucket): void {
    this.#buckets.set(key, bucket);
  }

  get size(): number {
    return this.#buckets.size;
  }

  #tokensAt(bucket: TokenBucket, now: number): number {
    // A clock that goes back refills nothing.
    return Math.min(this.#burst, bucket.tokens + Math.max(0, now - bucket.at) * this.#perMs);
  }
}
