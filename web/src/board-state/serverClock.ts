/**
 * Estimates the server's clock, also when this machine's clock is minutes off. All times are epoch
 * milliseconds.
 */
export interface ServerClock {
  now: () => number;
  /** When a request that is sent now arrives, rather too early than too late. */
  arrivalTime: () => number;
  /**
   * Reads the server's time from an answer.
   * @param sentAt when the request was sent, by this machine's clock: an answer may be prefetched and used
   *   much later
   * @param receivedAt when the answer arrived; now if that is not known
   */
  readAnswer: (serverTime: number, sentAt: number, receivedAt?: number) => void;
  /** Reads the server's time from an event. */
  readEvent: (serverTime: number) => void;
}

/** Part of an answer's time that the server used to work, subtracted from the estimated travel time. */
const serverWorkMs = 20;
/** Upper bound of the predicted travel time, for a connection that has been slow so far. */
const maxTravelMs = 250;

/**
 * The fastest answer is the most accurate: its error is at most half of its time. An answer that contradicts
 * it means that one of the clocks was set, so the estimate starts again. An event only proves that the
 * server's clock had at least reached its time.
 * @param now this machine's clock
 */
export function createServerClock(now: () => number): ServerClock {
  let offset = 0;
  let error = Number.POSITIVE_INFINITY;
  return {
    now: () => now() + offset,
    arrivalTime() {
      const travelMs = error === Number.POSITIVE_INFINITY ? 0 : Math.max(error - serverWorkMs, 0);
      return now() + offset + Math.min(travelMs, maxTravelMs);
    },
    readAnswer(serverTime, sentAt, receivedAt) {
      const received = receivedAt ?? now();
      const halfTripMs = Math.max(received - sentAt, 0) / 2;
      const sample = serverTime + halfTripMs - received;
      const contradicts = Math.abs(sample - offset) > halfTripMs + error + 20;
      if (halfTripMs > error && !contradicts) return;
      offset = sample;
      error = halfTripMs;
    },
    readEvent(serverTime) {
      const least = serverTime - now();
      if (error === Number.POSITIVE_INFINITY) offset = Math.max(offset, least);
      else if (least > offset + error + 20) {
        offset = least;
        error = Number.POSITIVE_INFINITY;
      }
    },
  };
}
