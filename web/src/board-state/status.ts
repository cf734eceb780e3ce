import type { ApiErrorLike, ConnectionPhase, ConnectionStatus } from "./types.ts";

/** How long requests work without realtime before the user is told that realtime is blocked. */
export const blockedMs = 10_000;

/** Derives what the user is told about the connection from the socket, the answers to requests and the browser. */
export interface StatusTracker {
  /** @param waiting changes that are not saved yet */
  get: (waiting: number) => ConnectionStatus;
  socket: (state: "live" | "connecting" | "offline") => void;
  /**
   * The server answered a request.
   * @returns whether this is the first answer after a failure
   */
  reached: () => boolean;
  /** A request failed without a decision of the server. */
  unreached: (error: ApiErrorLike) => void;
  /** The server is newer than this page: only a reload of the page helps. */
  outdated: () => void;
  online: (online: boolean) => void;
  /** The page was perhaps suspended: the time until now says nothing about the network. */
  woken: () => void;
}

/** @param now epoch milliseconds by this machine's clock */
export function createStatus(now: () => number, changed: () => void): StatusTracker {
  let socket: "live" | "connecting" | "offline" = "connecting";
  let wasLive = false;
  let online = true;
  let failure: "network" | "server" | null = null;
  let stale = false;
  /** Requests work since then, and realtime does not; null while one of both is otherwise. */
  let withoutRealtimeSince: number | null = null;
  let blocked = false;
  let since: number | null = null;
  let last: ConnectionStatus | null = null;

  function phase(): ConnectionPhase {
    if (!online) return "offline";
    if (failure === "server") return "restarting";
    if (failure === "network") return socket === "live" ? "reconnecting" : "offline";
    if (stale && (socket === "live" || blocked)) return "outdated";
    if (socket === "live") return "live";
    if (blocked) return "polling";
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
    socket: (state) =>
      update(() => {
        if (state === "live") {
          wasLive = true;
          blocked = false;
          withoutRealtimeSince = null;
        } else if (socket === "live" && failure === null) withoutRealtimeSince = now();
        socket = state;
      }),
    reached() {
      const first = failure !== null;
      update(() => {
        failure = null;
        online = true;
        if (socket === "live") return;
        withoutRealtimeSince ??= now();
        if (now() - withoutRealtimeSince >= blockedMs) blocked = true;
      });
      return first;
    },
    unreached: ({ status, foreign }) =>
      update(() => {
        if (status > 0 && status < 500 && foreign !== true) return;
        // A proxy answers for a server that is away, whatever status it chooses.
        failure = status >= 500 || (foreign === true && status > 0) ? "server" : "network";
        withoutRealtimeSince = null;
        blocked = false;
      }),
    outdated: () =>
      update(() => {
        stale = true;
      }),
    online: (state) =>
      update(() => {
        online = state;
      }),
    woken() {
      if (!blocked) withoutRealtimeSince = null;
    },
  };
}
