import { isIP } from "node:net";
import { limits } from "@retro/contract/limits";
import { isEmail, textLength } from "@retro/contract/text";

/** The hosted push provider's settings. */
export interface PusherSettings {
  appId: string;
  key: string;
  secret: string;
  cluster: string;
  host: string | null;
  port: number | null;
  tls: boolean;
}

/** Adds a line for the operator about an invalid setting; returns null for the caller to return. */
export type ReportProblem = (line: string) => null;
/** Reads a whole number within bounds; reports an invalid one and returns the fallback. */
export type ReadWhole = (name: string, fallback: number, min: number, max: number) => number;

/** Reads a path like /retro; a trailing slash is ignored, and "/" means none. The characters need no encoding in an address or in HTML. */
export function readBasePath(text: string | null, bad: ReportProblem): string {
  const path = text?.replace(/\/$/, "") ?? "";
  if (path === "" || (/^(?:\/[\w.~-]+)+$/.test(path) && !/\/\.\.?(?:\/|$)/.test(path))) return path;
  bad(`BASE_PATH must be a path like /retro, not "${text}".`);
  return "";
}

/**
 * Reads the address at which users reach the product.
 * @param basePath the address may end with it
 * @returns the address without a path
 */
export function readPublicUrl(text: string | null, basePath: string, bad: ReportProblem): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== "" ||
    url.hash !== "" ||
    !["/", basePath, `${basePath}/`].includes(url.pathname)
  ) {
    return bad(
      `PUBLIC_URL must be like https://retro.example.com, not "${text}"; a path belongs in BASE_PATH.`,
    );
  }
  return url.origin;
}

export function readDatabaseUrl(text: string | null, bad: ReportProblem): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.pathname.length < 2) {
    // The message does not quote the address, because it contains a password.
    return bad("DATABASE_URL must be like postgres://user:password@host:5432/name.");
  }
  return text;
}

export function readRedisUrl(text: string | null, bad: ReportProblem): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  if (url === null || !/^rediss?:$/.test(url.protocol) || url.hostname === "") {
    // The message does not quote the address, because it contains a password.
    return bad("REDIS_URL must be like redis://user:password@host:6379, or rediss:// for TLS.");
  }
  return text;
}

export function readPusher(
  value: (name: string) => string | null,
  whole: ReadWhole,
  bad: ReportProblem,
): PusherSettings | null {
  const names = ["PUSHER_APP_ID", "PUSHER_KEY", "PUSHER_SECRET"] as const;
  const [appId, key, secret] = names.map(value);
  const missing = names.filter((name) => value(name) === null);
  if (missing.length === names.length) return null;
  if (missing.length > 0) return bad(`The hosted push service needs ${missing.join(" and ")} too.`);
  const cluster = value("PUSHER_CLUSTER") ?? "eu";
  if (!/^[a-z0-9-]{1,20}$/.test(cluster))
    return bad(`PUSHER_CLUSTER must be a name like eu, not "${cluster}".`);
  const address = value("PUSHER_HOST");
  const match = address === null ? null : /^(?:(https?):\/\/)?([A-Za-z0-9.-]+)$/.exec(address);
  if (address !== null && match === null) return bad(`PUSHER_HOST must be a host name, not "${address}".`);
  const port = value("PUSHER_PORT") === null ? null : whole("PUSHER_PORT", 443, 1, 65_535);
  const host = match?.[2] ?? null;
  return {
    appId: appId ?? "",
    key: key ?? "",
    secret: secret ?? "",
    cluster,
    host,
    port,
    tls: match?.[1] !== "http",
  };
}

export function readFirstAdmin(
  email: string | null,
  password: string | null,
  bad: ReportProblem,
): { email: string; password: string } | null {
  if (email === null && password === null) return null;
  if (email === null || password === null)
    return bad("ADMIN_EMAIL and ADMIN_PASSWORD go together: one of them is missing.");
  if (!isEmail(email)) return bad(`ADMIN_EMAIL must be an e-mail address, not "${email}".`);
  const { min, max } = limits.adminPassword;
  const length = textLength(password);
  if (length < min || length > max) return bad(`ADMIN_PASSWORD must be ${min} to ${max} characters long.`);
  return { email, password };
}

export function readDifficulty(text: string | null, bad: ReportProblem): { n: number; d: number } | null {
  if (text === null) return null;
  const match = /^(\d{1,3}):(\d{1,3})$/.exec(text);
  const [n, d] = [Number(match?.[1]), Number(match?.[2])];
  if (n >= 1 && n <= 255 && d >= 0 && d <= 255) return { n, d };
  return bad(`CAPTCHA_DIFFICULTY must be like 51:122, both numbers at most 255, not "${text}".`);
}

/** Accepts "true" (one proxy), "false", a number of proxies, or addresses and subnets in the form of Fastify's `trustProxy`. */
export function readTrustProxy(text: string | null, bad: ReportProblem): boolean | number | string {
  if (text === null || text === "false") return false;
  if (text === "true") return true;
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const known = (part: string) => {
    const [address = "", bits, ...more] = part.trim().split("/");
    if (/^(?:loopback|linklocal|uniquelocal)$/.test(part.trim())) return true;
    const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
    if (bits === undefined) return longest > 0;
    return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest;
  };
  if (text.split(",").every(known)) return text;
  bad(`TRUST_PROXY must be true, false, a number of hops, or addresses separated by commas, not "${text}".`);
  return false;
}

/** Reads METRICS_TOKEN. */
export function readMetricsToken(text: string | null, bad: ReportProblem): string | null {
  if (text !== null && text.length < 16) return bad("METRICS_TOKEN must be at least 16 characters long.");
  return text;
}
