import type { IncomingMessage } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import type { FastifyInstance } from "fastify";
import type { Settings } from "../settings.ts";

type TrustProxy = Settings["trustProxy"];

/** `true` trusts one proxy: if it trusted all, every client could choose its own address. */
export function trustedProxies(setting: TrustProxy) {
  const hops = setting === true ? 1 : setting;
  return typeof hops === "number" ? (_address: string, hop: number) => hop < hops : hops;
}

/** For a websocket upgrade, which Fastify does not see, by the same rule as `request.ip`. */
export function clientAddress(setting: TrustProxy): (request: IncomingMessage) => string {
  const trust = trustOf(setting);
  return (request) => proxyAddr(request, trust);
}

/** Whether a request comes from a proxy of ours, and not from a stranger directly. */
export function isFromProxy(setting: TrustProxy): (request: IncomingMessage) => boolean {
  const trust = trustOf(setting);
  return ({ socket }) => trust(socket.remoteAddress ?? "", 0);
}

function trustOf(setting: TrustProxy): (address: string, hop: number) => boolean {
  const trusted = trustedProxies(setting);
  if (trusted === false) return () => false;
  return typeof trusted === "function" ? trusted : addressesIn(trusted);
}

/** @param list addresses and subnets, separated by commas */
export function addressesIn(list: string): (address: string, hop: number) => boolean {
  return proxyAddr.compile(list.split(",").map((address) => address.trim()));
}

/** One line: the visitors of a proxy that is not known share its address, and with it their limits. */
export function warnOfUnknownProxy(app: FastifyInstance, setting: TrustProxy): void {
  if (setting !== false && setting !== 0) return;
  const isOwnNetwork = addressesIn("loopback,linklocal,uniquelocal");
  let warned = false;
  app.addHook("onRequest", (request, _reply, done) => {
    if (!warned && request.headers["x-forwarded-for"] !== undefined && isOwnNetwork(request.ip, 0)) {
      warned = true;
      request.log.warn(
        { address: request.ip },
        "requests come through a proxy, and TRUST_PROXY is not set: all visitors share the limits of its address; set TRUST_PROXY to the number of proxies in front, or to their addresses",
      );
    }
    done();
  });
}
