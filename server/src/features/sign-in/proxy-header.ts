import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyRequest } from "fastify";
import type { Role } from "@retro/contract/users";
import { addressesIn } from "../../http/proxies.ts";
import { deriveKey, equalInConstantTime } from "../../http/session/secrets.ts";
import type { Settings } from "../../settings.ts";

export type HeaderSettings = NonNullable<Settings["authHeader"]>;

/** Names the person of the session: each request is compared with its header without a query. */
export const personCookie = "retro_person";

export interface NamedPerson {
  subject: string;
  name: string | null;
}

/**
 * Who a proxy says that the caller is [I7]. What anybody else sends counts for nothing: the address is that of
 * the connection, which no header can change.
 * @returns null: nobody
 */
export function readPerson({ name, proxies }: HeaderSettings) {
  const isProxy = addressesIn(proxies);
  // Remote-User and Remote-Name, Tailscale-User-Login and Tailscale-User-Name.
  const displayName = `${name.slice(0, name.lastIndexOf("-") + 1)}name`;
  return ({ raw }: Pick<FastifyRequest, "raw">): NamedPerson | null => {
    if (!isProxy(raw.socket.remoteAddress ?? "", 0)) return null;
    const subject = oneValue(raw, name);
    if (subject === null) return null;
    return { subject, name: oneValue(raw, displayName) };
  };
}

/** Two values mean that a client has added one to the proxy's. */
function oneValue({ rawHeaders }: IncomingMessage, name: string): string | null {
  const values = rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name);
  // Node reads headers as Latin-1; proxies send names as UTF-8.
  const text = Buffer.from(values[0] ?? "", "latin1")
    .toString("utf8")
    .trim();
  return values.length === 1 && text !== "" && text.length <= 255 ? text : null;
}

/** Ties a person to a session's token. */
export function personMark({ appSecret }: Pick<Settings, "appSecret">) {
  const key = deriveKey(appSecret, "auth-header");
  return (token: string, { subject }: Pick<NamedPerson, "subject">) =>
    createHmac("sha256", key).update(`${token}\n${subject}`).digest("base64url");
}

/**
 * While a proxy names somebody, only that person's sessions count, and without a name no person's: who has signed
 * out at the proxy has signed out here [I7].
 */
export function sessionCheck(settings: Settings, header: HeaderSettings) {
  const read = readPerson(header);
  const markOf = personMark(settings);
  return (request: FastifyRequest, token: string, role: Role): boolean => {
    const person = read(request);
    if (person === null) return role === "anonymous";
    return equalInConstantTime(request.cookies[personCookie] ?? "", markOf(token, person));
  };
}
