import type { Settings } from "../../settings.ts";
import { hostOf, isNamedHost, isRefusedHost, type PrivateHosts } from "../../outgoing/addresses.ts";
import { proxyFor } from "../../outgoing/proxy.ts";
import type { HookRow } from "./store.ts";

/**
 * Where a hook may be sent beside public addresses [J6]. Where people sign in, a guest's hook has no exceptions: a
 * stranger with a space of their own would post to the operator's hosts. Where nobody signs in, all are guests, and the
 * operator has named the hosts for them.
 */
export function privateHostsFor(
  { webhooks, oidc, authHeader }: Settings,
  { space_id, made_by_member }: Pick<HookRow, "space_id" | "made_by_member">,
): PrivateHosts {
  const signsIn = oidc !== null || authHeader !== null;
  const isTrusted = space_id === null || !signsIn || made_by_member === 1;
  return isTrusted ? (webhooks?.privateHosts ?? []) : [];
}

/** Why a URL cannot be a hook's at all; a name is looked at when it is resolved [J6]. */
export function urlFault(
  text: string,
  { proxies }: Pick<Settings, "proxies">,
  privateHosts: PrivateHosts,
): "url" | "scheme" | "address" | null {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || url.hostname === "") return "url";
  if (!isAllowedScheme(url, privateHosts)) return "scheme";
  return isRefusedHost(url, privateHosts, proxyFor(url, proxies)) ? "address" : null;
}

/** Without TLS a message stays in the operator's network: the host itself is named, not only what it resolves to. */
export function isAllowedScheme(url: URL, privateHosts: PrivateHosts): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isNamedHost(hostOf(url), privateHosts));
}
