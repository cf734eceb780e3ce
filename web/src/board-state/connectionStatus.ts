import type { ApiErrorLike, ConnectionPhase, ConnectionStatus } from "./types.ts";

/** How long requests work without realtime before the status says that realtime is blocked. */
export const realtimeBlockedMs = 10_000;

/** Derives what the user is told about the connection from the socket, the answers to requests and the browser. */
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
  let socket: "live" | "connecting" | "offline" = "connecting";
  let wasLive = false;
  let online = true;
  let failure: "network" | "server" | null = null;
  let pageIsOutdated = false;
  /** Since when requests work while realtime does not; null in any other case. */
  let withoutRealtimeSince: number | null = null;
  let realtimeBlocked = false;
  let since: number | null = null;
  let last: ConnectionStatus | null = null;

  function phase(): ConnectionPhase {
    if (!online) return "offline";
    if (failure === "server") return "restarting";
    if (failure === "network") return socket === "live" ? "reconnecting" : "offline";
    if (pageIsOutdated && (socket === "live" || realtimeBlocked)) return "outdated";
    if (socket === "live") return "live";
    if (realtimeBlocked) return "polling";
    return wasLive ? "reconnecting" : "connecting";
  }

  function update(change: () => void): void {
    const before = phase();
    change();
    const after = phase();
    if (before === after) return;
    const wasUp = before === "live" || before === "outdated";
    if (after === "live" || after === "outdated") since = null;
    else if (wasUp || since === null) since = now();
    changed();
  }

  return {
    get(waiting) {
      const next: ConnectionStatus = { phase: phase(), since, waiting };
      if (last && last.phase === next.phase && last.since === since && last.waiting === waiting) return last;
      last = next;
      return next;
    },
    setRealtimeState: (state) =>
      update(() => {
        if (state === "live") {
          wasLive = true;
          realtimeBlocked = false;
          withoutRealtimeSince = null;
        } else if (socket === "live" && failure === null) withoutRealtimeSince = now();
        socket = state;
      }),
    serverReached() {
      const first = failure !== null;
      update(() => {
        failure = null;
        online = true;
        if (socket === "live") return;
        withoutRealtimeSince ??= now();
        if (now() - withoutRealtimeSince >= realtimeBlockedMs) realtimeBlocked = true;
      });
      return first;
    },
    serverUnreached: ({ status, foreign }) =>
      update(() => {
        if (status > 0 && status < 500 && foreign !== true) return;
        // A foreign answer comes from a proxy in front of a server that is down, whatever its status.
        failure = status >= 500 || (foreign === true && status > 0) ? "server" : "network";
        withoutRealtimeSince = null;
        realtimeBlocked = false;
      }),
    pageOutdated: () =>
      update(() => {
        pageIsOutdated = true;
      }),
    setOnline: (state) =>
      update(() => {
        online = state;
      }),
    pageResumed() {
      if (!realtimeBlocked) withoutRealtimeSince = null;
    },
  };
}
