import type { ApiErrorLike, ConnectionPhase, ConnectionStatus } from "./types.ts";

/** Derives what the user is told about the connection from the socket, the answers to requests and the browser. */
export interface StatusTracker {
  /** @param waiting changes that are not saved yet */
  get: (waiting: number) => ConnectionStatus;
  socket: (state: "live" | "connecting" | "offline") => void;
  /** The server answered a request. */
  reached: () => void;
  /** A request failed without a decision of the server. */
  unreached: (error: ApiErrorLike) => void;
  /** The server is newer than this page: only a reload of the page helps. */
  outdated: () => void;
  online: (online: boolean) => void;
}

/** @param now epoch milliseconds by this machine's clock */
export function createStatus(now: () => number, changed: () => void): StatusTracker {
  let socket: "live" | "connecting" | "offline" = "connecting";
  let wasLive = false;
  let online = true;
  let failure: "network" | "server" | null = null;
  let stale = false;
  let since: number | null = null;
  let last: ConnectionStatus | null = null;

  function phase(): ConnectionPhase {
    if (!online) return "offline";
    if (failure === "server") return "restarting";
    if (failure === "network" && socket !== "live") return "offline";
    if (socket !== "live") return wasLive || failure !== null ? "reconnecting" : "connecting";
    return stale ? "outdated" : "live";
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
        socket = state;
        if (state === "live") wasLive = true;
      }),
    reached: () =>
      update(() => {
        failure = null;
        online = true;
      }),
    unreached: ({ status, foreign }) =>
      update(() => {
        if (status > 0 && status < 500 && foreign !== true) return;
        // A proxy answers for a server that is away, whatever status it chooses.
        failure = status >= 500 || (foreign === true && status > 0) ? "server" : "network";
      }),
    outdated: () =>
      update(() => {
        stale = true;
      }),
    online: (state) =>
      update(() => {
        online = state;
      }),
  };
}
