import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import type { Settings } from "../settings.ts";

type TrustProxy = Settings["trustProxy"];

/**
 * Says which connecting addresses are proxies, in Fastify's form. A number trusts that many nearest ones.
 * `true` trusts one: if the server trusted all, every client could choose its own address.
 */
export function trustedProxies(setting: TrustProxy) {
  const hops = setting === true ? 1 : setting;
  return typeof hops === "number" ? (_address: string, hop: number) => hop < hops : hops;
}

/**
 * The client's address of a request that Fastify does not see (a websocket upgrade), by the same rule as
 * `request.ip`.
 */
export function clientAddress(setting: TrustProxy): (request: IncomingMessage) => string {
  const trusted = trustedProxies(setting);
  if (trusted === false) return (request) => request.socket.remoteAddress ?? "";
  const trust =
    typeof trusted === "function"
      ? trusted
      : proxyAddr.compile(trusted.split(",").map((address) => address.trim()));
  return (request) => proxyAddr(request, trust);
}
