import type { ApiErrorLike } from "../apiCalls.ts";
import type { ConnectionPhase } from "../types.ts";

/** How long requests work without realtime before the status says that realtime is blocked. */
export const realtimeBlockedMs = 10_000;

/** What is known about the connection. */
export interface ConnectionFacts {
  socket: "live" | "connecting" | "offline";
  wasLive: boolean;
  /** The browser's own report on the network. */
  online: boolean;
  /** Why the last request got no decision of the server; null if it got one. */
  failure: "network" | "server" | null;
  pageIsOutdated: boolean;
  /** Since when requests work while realtime does not; null in any other case. */
  withoutRealtimeSince: number | null;
  realtimeBlocked: boolean;
}

/** The facts before the first answer. */
export const initialFacts: Readonly<ConnectionFacts> = {
  socket: "connecting",
  wasLive: false,
  online: true,
  failure: null,
  pageIsOutdated: false,
  withoutRealtimeSince: null,
  realtimeBlocked: false,
};

/** The phase that the user sees. The order of the conditions is their priority. */
export function phaseOf(facts: Readonly<ConnectionFacts>): ConnectionPhase {
  const { socket, failure, realtimeBlocked } = facts;
  if (!facts.online) return "offline";
  if (failure === "server") return "restarting";
  if (failure === "network") return socket === "live" ? "reconnecting" : "offline";
  if (facts.pageIsOutdated && (socket === "live" || realtimeBlocked)) return "outdated";
  if (socket === "live") return "live";
  if (realtimeBlocked) return "polling";
  return facts.wasLive ? "reconnecting" : "connecting";
}

/** The facts after the socket has changed its state. */
export function afterSocketChange(
  facts: Readonly<ConnectionFacts>,
  socket: ConnectionFacts["socket"],
  now: number,
): ConnectionFacts {
  if (socket === "live")
    return { ...facts, socket, wasLive: true, realtimeBlocked: false, withoutRealtimeSince: null };
  const lost = facts.socket === "live" && facts.failure === null;
  return { ...facts, socket, ...(lost && { withoutRealtimeSince: now }) };
}

/** The facts after the server has answered a request. */
export function afterAnswer(facts: Readonly<ConnectionFacts>, now: number): ConnectionFacts {
  const next: ConnectionFacts = { ...facts, failure: null, online: true };
  if (next.socket === "live") return next;
  const since = next.withoutRealtimeSince ?? now;
  const realtimeBlocked = next.realtimeBlocked || now - since >= realtimeBlockedMs;
  return { ...next, withoutRealtimeSince: since, realtimeBlocked };
}

/** The facts after a failed request; the same if the server has decided to refuse it. */
export function afterFailure(
  facts: Readonly<ConnectionFacts>,
  { status, foreign }: ApiErrorLike,
): Readonly<ConnectionFacts> {
  if (status > 0 && status < 500 && foreign !== true) return facts;
  // A foreign answer comes from a proxy in front of a server that is down, whatever its status.
  const failure = status >= 500 || (foreign === true && status > 0) ? "server" : "network";
  return { ...facts, failure, withoutRealtimeSince: null, realtimeBlocked: false };
}
