import http from "node:http";
import https from "node:https";
import { isIP } from "node:net";
import type { Settings } from "../settings.ts";
import { covers, hostOf } from "./addresses.ts";

/** HTTPS_PROXY and NO_PROXY. */
export type Proxies = Settings["proxies"];

export const noProxies: Proxies = { https: null, except: [] };

/**
 * An address with http is one of the operator's own network.
 * @returns the proxy for a URL; null: the request goes out directly, as it always does to this machine
 */
export function proxyFor(url: URL, proxies: Proxies): URL | null {
  const { https: proxy, except } = proxies;
  if (proxy === null || url.protocol !== "https:" || isThisMachine(hostOf(url))) return null;
  return except.some((entry) => isException(entry, url)) ? null : new URL(proxy);
}

function isThisMachine(host: string): boolean {
  return (
    /(?:^|\.)localhost$/.test(host) || (isIP(host) !== 0 && (covers("127.0.0.0/8", host) || host === "::1"))
  );
}

/** As curl and Go read NO_PROXY: a name counts with all below it, and may have a port; subnets count for addresses. */
function isException(entry: string, url: URL): boolean {
  const host = hostOf(url);
  if (entry === "*") return true;
  if (isIP(entry.split("/", 1)[0] ?? "") !== 0) return isIP(host) !== 0 && covers(entry, host);
  const [, before = entry, port] = /^(.*):(\d{1,5})$/.exec(entry) ?? [];
  const named = before.replace(/^\*?\./, "").replace(/^\[|\]$/g, "");
  const isPort = port === undefined || port === (url.port || "443");
  return isPort && (host === named || host.endsWith(`.${named}`));
}

/** The agent for requests to a URL, through its proxy if it has one. Node's own settings of a proxy do not count. */
export function agentFor(url: URL, proxy: URL | null, options: https.AgentOptions = {}): http.Agent {
  const proxyEnv = proxy === null ? {} : { https_proxy: proxy.href };
  return new (url.protocol === "https:" ? https : http).Agent({ ...options, proxyEnv });
}
