import http from "node:http";
import https from "node:https";
import { guardedLookup, hostOf, isRefusedHost, type PrivateHosts, refusedAddress } from "./addresses.ts";
import { OutgoingError, unreachable } from "./outgoing-error.ts";
import { agentFor, type Proxies, proxyFor } from "./proxy.ts";

/** How long a request may take, its answer's body included. */
export const requestMs = 10_000;

interface Outgoing {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  proxies: Proxies;
  /** Of a host that a user chose: where it may be beside public addresses; null: the operator chose the host. */
  privateHosts: PrivateHosts | null;
  signal?: AbortSignal;
}

/**
 * Sends a request, and follows no redirect.
 * @returns the answer, whose body is still to be read
 * @throws OutgoingError; the reason of `signal`, if that was aborted
 */
export async function send(
  url: URL,
  { method, headers, body, proxies, privateHosts, signal: given }: Outgoing,
): Promise<http.IncomingMessage> {
  given?.throwIfAborted();
  const proxy = proxyFor(url, proxies);
  if (privateHosts !== null && isRefusedHost(url, privateHosts, proxy)) throw refusedAddress();
  const timeout = AbortSignal.timeout(requestMs);
  const signal = given === undefined ? timeout : AbortSignal.any([timeout, given]);
  const { promise, resolve, reject } = Promise.withResolvers<http.IncomingMessage>();
  const request = (url.protocol === "https:" ? https : http).request(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-length": String(Buffer.byteLength(body)) }) },
    // Node calls it for direct connections only: the operator chose the proxy.
    ...(privateHosts !== null && { lookup: guardedLookup(hostOf(url), privateHosts) }),
    agent: agentFor(url, proxy),
    maxHeaderSize: 16_384,
    // Until the proxy has answered, only this ends the connection to it.
    timeout: requestMs,
    signal,
  });
  request.on("error", (error) => reject(unreachable(error, proxy)));
  // Node itself ends a request that waits for a proxy only when the proxy has answered.
  const abort = () => reject(given?.aborted ? (given.reason as Error) : noAnswer(proxy));
  signal.addEventListener("abort", abort, { once: true });
  request.on("timeout", () => request.destroy(noAnswer(proxy)));
  // An answer 101 brings neither a response nor an error; what has settled before stays.
  request.on("close", () =>
    reject(new OutgoingError("unreachable", "the connection was closed without an answer")),
  );
  request.on("response", resolve);
  request.end(body);
  return promise;
}

function noAnswer(proxy: URL | null): OutgoingError {
  const through = proxy === null ? "" : " (through the proxy)";
  return new OutgoingError("timeout", `no answer within ${requestMs / 1000} s${through}`);
}
