/** The server's clock as seen from here, right even where this machine's own is minutes off. */
export interface ServerClock {
  now: () => number;
  /** When what is sent now gets there, rather too early than too late. */
  arrivalTime: () => number;
  /**
   * An answer that carried the server's time.
   * @param sentAt when the request was sent, by this machine's clock: an answer may be prefetched and used much later
   * @param receivedAt when the answer arrived; now where that is not known
   */
  readAnswer: (serverTime: number, sentAt: number, receivedAt?: number) => void;
  /** An event that carried the time of its sending. */
  readEvent: (serverTime: number) => void;
}

/** What an answer's time says too much of the way there: the server was at work for some of it. */
const serverWorkMs = 20;
/** From a connection that has only been seen slow nothing is foretold beyond this. */
const maxTravelMs = 250;

/**
 * The fastest answer is the most accurate: its error is at most half of its time. An answer that contradicts it means that one of
 * the clocks was set, and counts anew. An event only proves that the server's clock was at least that far.
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
