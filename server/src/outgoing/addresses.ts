import dns from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { OutgoingError } from "./outgoing-error.ts";

/** Names, addresses and subnets of the operator's network that a request may go to, beside public addresses. */
export type PrivateHosts = readonly string[];

/** Azure's machine behind it gives secrets to every virtual machine, but its address is a public one. */
const publicMetadata = new Set(["168.63.129.16"]);

/**
 * Whether a request to a host that a user chose may connect to this address of the host [J6]. Only addresses
 * that ipaddr.js calls `unicast` are public: not private, loopback, link-local, unique-local, multicast,
 * metadata and reserved ones, and no IPv6 address that contains an IPv4 one.
 */
export function mayConnect(host: string, address: string, privateHosts: PrivateHosts): boolean {
  const found = ipaddr.process(address);
  // Of IPv6, 2000::/3 is what the Internet uses: ipaddr.js also calls others unicast, such as ::7f00:1.
  const isGlobal = found.kind() === "ipv4" || found.match(ipaddr.parse("2000::"), 3);
  const isPublic = isGlobal && found.range() === "unicast" && !publicMetadata.has(found.toString());
  return isPublic || privateHosts.includes(host) || isNamedHost(address, privateHosts);
}

/** Whether the operator names this name or address; an address also by its subnet. */
export function isNamedHost(host: string, privateHosts: PrivateHosts): boolean {
  return privateHosts.some((named) => named === host || (isIP(host) !== 0 && covers(named, host)));
}

/** Whether an address is the named one, or in the named subnet. */
export function covers(named: string, address: string): boolean {
  const [start = ""] = named.split("/", 1);
  if (isIP(start) === 0) return false;
  const found = ipaddr.process(address);
  const [net, bits] = named.includes("/")
    ? ipaddr.parseCIDR(named)
    : [ipaddr.parse(named), isIP(start) === 4 ? 32 : 128];
  return net.kind() === found.kind() && found.match(net, bits);
}

/** The host of a URL without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

/** Names without a dot, those reserved for private networks (RFC 6761, 6762, 8375), and what offices use for them. */
const privateName = /^[^.]+$|\.(?:localhost|local|internal|home\.arpa|lan|home|corp|intranet|private)$/;

/**
 * Whether a URL's host is refused before anything is looked up [J6]: for a literal address, and for a private name
 * that a proxy would resolve, because nobody can check the address then.
 */
export function isRefusedHost(url: URL, privateHosts: PrivateHosts, proxy: URL | null): boolean {
  const host = hostOf(url);
  if (isIP(host) !== 0) return !mayConnect(host, host, privateHosts);
  return proxy !== null && privateName.test(host) && !privateHosts.includes(host);
}

/** Resolves a name, and hands on only addresses that may be connected to: nothing resolves it a second time. */
export function guardedLookup(host: string, privateHosts: PrivateHosts): LookupFunction {
  return (name, options, done) => {
    dns.lookup(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, []);
      const open = found.filter(({ address }) => mayConnect(host, address, privateHosts));
      const [first] = open;
      if (first === undefined) done(refusedAddress(), []);
      else if (options.all) done(null, open);
      else done(null, first.address, first.family);
    });
  };
}

export function refusedAddress(): OutgoingError {
  return new OutgoingError("refused_address", "the address is not public");
}
