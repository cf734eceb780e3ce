import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** What requests are counted by: the IPv4 address, or the 64-bit network of an IPv6 one (a household's or a server's). */
export function addressKey(ip: string): string {
  if (isIPv4(ip)) return ip;
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(
    `${address.toNormalizedString().replace(/%.*$/u, "")}/64`,
  ).toString();
}
