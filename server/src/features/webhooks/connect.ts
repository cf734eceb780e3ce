import dns from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";

/** What the operator permits beyond public addresses and https. */
export interface AddressRules {
  allowsHttp: boolean;
  /** WEBHOOK_PRIVATE_HOSTS: names, addresses and subnets. */
  privateHosts: readonly string[];
}

export class RefusedAddressError extends Error {
  constructor() {
    super("the address is not public");
    this.name = "RefusedAddress";
  }
}

/** The machine behind it tells secrets to every virtual machine of Azure, but its address is a public one. */
const publicMetadata = new Set(["168.63.129.16"]);

/**
 * Whether a hook may connect to an address that its host resolved to [J6]. Only addresses that ipaddr.js calls
 * `unicast` are public: not private, loopback, link-local, unique-local, multicast, metadata and reserved ones,
 * and no IPv6 address that holds an IPv4 one.
 */
export function mayConnect(host: string, address: string, { privateHosts }: AddressRules): boolean {
  const found = ipaddr.process(address);
  // Of IPv6, 2000::/3 is what the Internet uses: ipaddr.js also calls others unicast, such as ::7f00:1.
  const isGlobal = found.kind() === "ipv4" || found.match(ipaddr.parse("2000::"), 3);
  const isPublic = isGlobal && found.range() === "unicast" && !publicMetadata.has(found.toString());
  return isPublic || privateHosts.some((named) => named === host || holds(named, found));
}

function holds(named: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [start = ""] = named.split("/", 1);
  if (isIP(start) === 0) return false;
  const [net, bits] = named.includes("/")
    ? ipaddr.parseCIDR(named)
    : [ipaddr.parse(named), isIP(start) === 4 ? 32 : 128];
  return net.kind() === address.kind() && address.match(net, bits);
}

/** The host of a URL without the brackets of IPv6. */
export function hostOf({ hostname }: URL): string {
  return hostname
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "")
    .toLowerCase();
}

/** Why a URL cannot be a hook's at all; a name is looked at when it is resolved [J6]. */
export function urlFault(text: string, rules: AddressRules): "url" | "scheme" | "address" | null {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || url.hostname === "") return "url";
  if (url.protocol !== "https:" && !(url.protocol === "http:" && rules.allowsHttp)) return "scheme";
  const host = hostOf(url);
  return isIP(host) !== 0 && !mayConnect(host, host, rules) ? "address" : null;
}

/** Resolves a name, and hands on only addresses that may be connected to: nothing resolves it a second time. */
function guardedLookup(host: string, rules: AddressRules): LookupFunction {
  return (name, options, done) => {
    dns.lookup(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, []);
      const open = found.filter(({ address }) => mayConnect(host, address, rules));
      const [first] = open;
      if (first === undefined) done(new RefusedAddressError(), []);
      else if (options.all) done(null, open);
      else done(null, first.address, first.family);
    });
  };
}

export interface Answer {
  status: number;
  /** The beginning of the body. */
  body: string;
}

const answerBytes = 4_096;
/** After the status, which is the answer: the body is only for the log. */
const bodyMs = 1_000;

/**
 * Posts a body; follows no redirect, and reads no more of the answer than its beginning.
 * @throws RefusedAddressError, the signal's reason, or what the connection throws
 */
export async function post(
  url: URL,
  {
    body,
    headers,
    rules,
    signal,
  }: {
    body: string;
    headers: Record<string, string>;
    rules: AddressRules;
    signal: AbortSignal;
  },
): Promise<Answer> {
  const host = hostOf(url);
  if (urlFault(url.href, rules) !== null) throw new RefusedAddressError();
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = (url.protocol === "https:" ? https : http).request(url, {
    method: "POST",
    headers: { ...headers, "content-length": String(Buffer.byteLength(body)) },
    lookup: guardedLookup(host, rules),
    agent: false,
    maxHeaderSize: 16_384,
    signal,
  });
  // An answer 101 brings neither a response nor an error; what has settled before stays.
  request.on("close", () => reject(new Error("the receiver closed the connection without an answer")));
  const fail = (error: Error) => reject(signal.aborted ? (signal.reason as Error) : error);
  request.on("error", fail);
  request.on("response", (response) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const finish = () => {
      clearTimeout(late);
      const text = Buffer.concat(chunks).subarray(0, answerBytes).toString();
      resolve({ status: response.statusCode ?? 0, body: text });
      request.destroy();
    };
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= answerBytes) finish();
    });
    const late = setTimeout(finish, bodyMs);
    request.off("error", fail).on("error", finish);
    response.on("end", finish);
    response.on("error", finish);
  });
  request.end(body);
  return promise;
}
