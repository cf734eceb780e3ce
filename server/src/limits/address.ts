import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** The IPv4 address, or the 64-bit network of an IPv6 address (one household or server). */
export function addressKey(ip: string): string {
  if (isIPv4(ip)) return ip;
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === "ipv4") return address.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(
    `${address.toNormalizedString().replace(/%.*/u, "")}/64`,
  ).toString();
}
