import {
  afterAnswer,
  afterFailure,
  afterSocketChange,
  type ConnectionFacts,
  initialFacts,
  phaseOf,
} from "./connectionPhase.ts";
import type { ApiErrorLike } from "../apiCalls.ts";
import type { ConnectionStatus } from "../types.ts";

/**
 * Derives what the user is told about the connection from the socket, the answers to requests and the
 * browser.
 */
export interface ConnectionStatusTracker {
  /** @param waiting number of changes that are not saved yet */
  get: (waiting: number) => ConnectionStatus;
  setRealtimeState: (state: "live" | "connecting" | "offline") => void;
  /**
   * The server answered a request.
   * @returns whether this is the first answer after a failure
   */
  serverReached: () => boolean;
  /** A request failed without a decision of the server. */
  serverUnreached: (error: ApiErrorLike) => void;
  /** The server is newer than this page: only a reload of the page helps. */
  pageOutdated: () => void;
  setOnline: (online: boolean) => void;
  /** The page may have been suspended: the time until now says nothing about the network. */
  pageResumed: () => void;
}

/**
 * @param now epoch milliseconds by this machine's clock
 * @param changed called when the phase changes
 */
export function createConnectionStatus(now: () => number, changed: () => void): ConnectionStatusTracker {
  let facts = initialFacts;
  let since: number | null = null;
  let last: ConnectionStatus | null = null;

  function update(next: Readonly<ConnectionFacts>): void {
    const before = phaseOf(facts);
    facts = next;
    const after = phaseOf(facts);
    if (before === after) return;
    const wasUp = before === "live" || before === "outdated";
    if (after === "live" || after === "outdated") since = null;
    else if (wasUp || since === null) since = now();
    changed();
  }

  return {
    get(waiting) {
      const next: ConnectionStatus = { phase: phaseOf(facts), since, waiting };
      if (last && last.phase === next.phase && last.since === since && last.waiting === waiting) return last;
      last = next;
      return next;
    },
    setRealtimeState: (state) => update(afterSocketChange(facts, state, now())),
    serverReached() {
      const first = facts.failure !== null;
      update(afterAnswer(facts, now()));
      return first;
    },
    serverUnreached: (error) => update(afterFailure(facts, error)),
    pageOutdated: () => update({ ...facts, pageIsOutdated: true }),
    setOnline: (online) => update({ ...facts, online }),
    pageResumed() {
      if (!facts.realtimeBlocked) facts = { ...facts, withoutRealtimeSince: null };
    },
  };
}
