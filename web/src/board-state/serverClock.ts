/** Part of an answer's time that the server used to work, subtracted from the estimated travel time. */
const serverWorkMs = 20;
/** Upper bound of the predicted travel time, for a connection that has been slow so far. */
const maxTravelMs = 250;

/**
 * Estimates the server's clock, also when this machine's is minutes off; all times are epoch milliseconds.
 * The fastest answer is the most accurate: its error is at most half of its time. An answer that contradicts
 * it means that one of the clocks was set, so the estimate starts again.
 */
export class ServerClock {
  readonly #machineNow: () => number;
  #offset = 0;
  #error = Number.POSITIVE_INFINITY;

  constructor(machineNow: () => number) {
    this.#machineNow = machineNow;
  }

  now(): number {
    return this.#machineNow() + this.#offset;
  }

  /** When a request that is sent now arrives, rather too early than too late. */
  arrivalTime(): number {
    const isUnknown = this.#error === Number.POSITIVE_INFINITY;
    const travelMs = isUnknown ? 0 : Math.max(this.#error - serverWorkMs, 0);
    return this.now() + Math.min(travelMs, maxTravelMs);
  }

  /**
   * @param sentAt by this machine's clock: an answer may be prefetched and used much later
   * @param receivedAt when the answer arrived; now if that is not known
   */
  readAnswer(serverTime: number, sentAt: number, receivedAt = this.#machineNow()): void {
    const halfTripMs = Math.max(receivedAt - sentAt, 0) / 2;
    const sample = serverTime + halfTripMs - receivedAt;
    const contradicts = Math.abs(sample - this.#offset) > halfTripMs + this.#error + 20;
    if (halfTripMs > this.#error && !contradicts) return;
    this.#offset = sample;
    this.#error = halfTripMs;
  }

  /** An event only proves that the server's clock had at least reached its time. */
  readEvent(serverTime: number): void {
    const least = serverTime - this.#machineNow();
    if (this.#error === Number.POSITIVE_INFINITY) this.#offset = Math.max(this.#offset, least);
    else if (least > this.#offset + this.#error + 20) {
      this.#offset = least;
      this.#error = Number.POSITIVE_INFINITY;
    }
  }
}
