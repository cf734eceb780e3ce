/** How fast something may happen: `burst` times at once, then `perSecond`. */
export interface BucketRate {
  burst: number;
  perSecond: number;
}

/** A token bucket of one connection or one member; `Limits` keeps those of sessions and addresses. */
export class Bucket {
  readonly #rate: BucketRate;
  #tokens: number;
  #at: number;

  /** @param now epoch milliseconds */
  constructor(rate: BucketRate, now: number) {
    this.#rate = rate;
    this.#tokens = rate.burst;
    this.#at = now;
  }

  /** Takes a token. @returns false when there is none */
  take(now: number): boolean {
    this.#refill(now);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }

  isFull(now: number): boolean {
    this.#refill(now);
    return this.#tokens >= this.#rate.burst;
  }

  #refill(now: number): void {
    // A clock that goes back refills nothing.
    const seconds = Math.max(0, now - this.#at) / 1000;
    this.#at = now;
    this.#tokens = Math.min(this.#rate.burst, this.#tokens + seconds * this.#rate.perSecond);
  }
}
