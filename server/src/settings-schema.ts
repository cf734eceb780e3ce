import { existsSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, resolve } from "node:path";
import * as z from "zod";
import { type GuestRule, guestRules } from "@retro/contract/events";
import { limits } from "@retro/contract/limits";
import { isEmail, textLength } from "@retro/contract/text";

/** Points a minute of an address. */
export const defaultAddressBudget = 60_000;

function setting<T, F>(
  fallback: F,
  expected: string,
  parse: (text: string) => T | undefined,
  { quoted = true } = {},
) {
  return z.optional(z.string()).transform((given, { issues }): T | F => {
    const text = given?.trim() ?? "";
    if (text === "") return fallback;
    const value = parse(text);
    if (value !== undefined) return value;
    const message = `must be ${expected}${quoted ? `, not "${text}"` : ""}.`;
    issues.push({ code: "custom", input: text, message });
    return z.NEVER;
  });
}

const text = <F>(fallback: F) => setting(fallback, "a text", (given) => given);

const matching = <F>(
  fallback: F,
  expected: string,
  isValid: (text: string) => boolean,
  options?: { quoted: false },
) => setting(fallback, expected, (given) => (isValid(given) ? given : undefined), options);

const hidden = { quoted: false } as const;
const secret = matching(null, "at least 16 characters long", ({ length }) => length >= 16, hidden);

const serverAddress = (expected: string, isValid: (url: URL) => boolean) =>
  matching(null, expected, (given) => URL.canParse(given) && isValid(new URL(given)), hidden);

function wholeNumber(given: string, min: number, max: number): number | undefined {
  const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  return number >= min && number <= max ? number : undefined;
}

const whole = <F>(fallback: F, min: number, max: number) =>
  setting(fallback, `a whole number from ${min} to ${max}`, (given) => wholeNumber(given, min, max));

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];
const longestDays = 36_500;

const days = (fallback: number, min: number) =>
  setting(
    fallback,
    `0 (keep for ever) or a whole number from ${min} to ${longestDays}`,
    (given): number | null | undefined => {
      const number = wholeNumber(given, 0, longestDays);
      if (number === 0) return null;
      return number !== undefined && number >= min ? number : undefined;
    },
  );

/** Other programs read them in lower case, too. */
export const proxyVariables = ["HTTPS_PROXY", "NO_PROXY"] as const;

/** Without a scheme it is an address with http, as for curl. */
const proxy = setting(
  null,
  "like http://proxy.example.com:3128, or http://name:password@proxy.example.com:3128 with special signs as %40",
  (given) => {
    const url = URL.parse(given.includes("://") ? given : `http://${given}`);
    return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "" && isDecodable(url)
      ? url.href
      : undefined;
  },
  hidden,
);

const { min, max } = limits.adminPassword;

const values = z.object({
  PORT: whole(3000, 0, 65_535),
  HOST: text("127.0.0.1"),
  PUBLIC_URL: text(null),
  // The characters need no encoding in an address or in HTML.
  BASE_PATH: setting("", "a path like /retro", (given) => {
    const path = given.replace(/\/$/, "");
    const isPath = /^(?:\/[\w.~-]+)+$/.test(path) && !/\/\.\.?(?:\/|$)/.test(path);
    return path === "" || isPath ? path : undefined;
  }),
  DATA_DIR: text("./data").transform((folder) => resolve(folder)),
  DATABASE_URL: serverAddress(
    "like postgres://user:password@host:5432/name, with the signs # / ? @ of a password as %23 %2F %3F %40, or like " +
      "postgres://user@localhost/name?host=/run/postgresql for a socket",
    ({ protocol, pathname }) => /^postgres(?:ql)?:$/.test(protocol) && pathname.length >= 2,
  ),
  DISK_RESERVE_MB: whole(300, 0, 1_000_000),
  ADDRESS_BUDGET: whole(defaultAddressBudget, 1000, 100_000_000),
  REDIS_URL: serverAddress(
    "like redis://user:password@host:6379, or rediss:// for TLS",
    ({ protocol, hostname }) => /^rediss?:$/.test(protocol) && hostname !== "",
  ),
  APP_SECRET: secret,
  ADMIN_EMAIL: matching(null, "an e-mail address", isEmail),
  ADMIN_PASSWORD: matching(
    null,
    `${min} to ${max} characters long`,
    (given) => textLength(given) >= min && textLength(given) <= max,
    hidden,
  ),
  CAPTCHA_DIFFICULTY: setting(null, "like 51:122, both numbers at most 255", (given) => {
    const [, n = 0, d = 0] = (/^(\d{1,3}):(\d{1,3})$/.exec(given) ?? []).map(Number);
    return n >= 1 && n <= 255 && d <= 255 ? { n, d } : undefined;
  }),
  TRUST_PROXY: setting(
    false,
    "true, false, a number of hops, or addresses separated by commas",
    readTrustProxy,
  ),
  METRICS_TOKEN: secret,
  LOG_LEVEL: matching("info", `one of ${logLevels.join(", ")}`, (given) => logLevels.includes(given)),
  AUDIT_LOG: setting(null, "stdout, or a file in a folder that exists", (given) => {
    if (given === "stdout") return given;
    return existsSync(dirname(resolve(given))) ? resolve(given) : undefined;
  }),
  LEGAL_DIR: setting(null, "a folder", (given) =>
    statSync(given, { throwIfNoEntry: false })?.isDirectory() ? resolve(given) : undefined,
  ),
  BOARD_RETENTION_DAYS: days(365, 7),
  // A session lasts 30 days: within them the visitor may still return.
  VISITOR_RETENTION_DAYS: days(365, 31),
  PUSHER_APP_ID: text(null),
  PUSHER_KEY: text(null),
  PUSHER_SECRET: text(null),
  OIDC_ISSUER: serverAddress("an https address, or http on this machine", isIssuer),
  OIDC_CLIENT_ID: text(null),
  OIDC_CLIENT_SECRET: text(null),
  OIDC_NAME: text("SSO"),
  OIDC_SCOPES: matching("openid profile", "words with openid among them", (given) =>
    given.split(/\s+/).includes("openid"),
  ),
  OIDC_GROUPS_CLAIM: text("groups"),
  OIDC_ADMIN_GROUP: text(null),
  OIDC_SESSION_HOURS: whole(limits.memberSessionMs / 3_600_000, 1, limits.sessionMs / 3_600_000),
  AUTH_HEADER: matching(null, "the name of a header like Remote-User", (given) =>
    /^[\w-]{1,64}$/.test(given),
  ),
  WEBHOOKS: setting(true, "on or off", (given) => ({ on: true, off: false })[given]),
  WEBHOOK_PRIVATE_HOSTS: setting([], "names, addresses or subnets separated by commas", (given) => {
    const hosts = given.split(",").map((host) => host.trim().toLowerCase());
    return hosts.every((host) => /^[\w.:-]+(?:\/\d{1,3})?$/.test(host)) ? hosts : undefined;
  }),
  PROBLEM_WEBHOOK_URL: serverAddress(
    "like https://ntfy.example.com/retro, without user and password",
    ({ protocol, username, password }) => /^https?:$/.test(protocol) && username + password === "",
  ),
  HTTPS_PROXY: proxy,
  NO_PROXY: setting([], "names, addresses or subnets separated by commas", (given) =>
    given
      .toLowerCase()
      .split(/[\s,]+/)
      .filter((entry) => entry !== ""),
  ),
  GUESTS: setting<GuestRule, GuestRule>("on", `one of ${guestRules.join(", ")}`, (given) =>
    guestRules.find((rule) => rule === given),
  ),
});

const consistent = values.superRefine((read, context) => {
  const bad = (problem: string) => context.addIssue(problem);
  const { PUBLIC_URL: address, BASE_PATH: base } = read;
  if (address !== null && !isPublicUrl(URL.parse(address), base))
    bad(`PUBLIC_URL must be like https://retro.example.com, not "${address}"; a path belongs in BASE_PATH.`);
  if ((read.ADMIN_EMAIL === null) !== (read.ADMIN_PASSWORD === null))
    bad("ADMIN_EMAIL and ADMIN_PASSWORD go together: one of them is missing.");
  const names = ["PUSHER_APP_ID", "PUSHER_KEY", "PUSHER_SECRET"] as const;
  const missing = names.filter((name) => read[name] === null);
  if (missing.length > 0 && missing.length < names.length)
    bad(`The hosted push service needs ${missing.join(" and ")} too.`);
  const client = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
  const unset = client.filter((name) => read[name] === null);
  if (unset.length > 0 && unset.length < client.length)
    bad(`Signing in at a provider needs ${unset.join(" and ")} too.`);
  if (read.OIDC_ISSUER !== null && address === null)
    bad("OIDC_ISSUER needs PUBLIC_URL: the provider sends people back to it.");
  if (read.OIDC_ISSUER === null && read.OIDC_ADMIN_GROUP !== null)
    bad("OIDC_ADMIN_GROUP has a meaning only with OIDC_ISSUER.");
  if (read.AUTH_HEADER !== null && typeof read.TRUST_PROXY !== "string")
    bad("AUTH_HEADER counts only from the addresses that TRUST_PROXY names: set it to those of the proxy.");
  if (read.AUTH_HEADER !== null && read.OIDC_ISSUER !== null)
    bad("AUTH_HEADER and OIDC_ISSUER exclude each other: choose one of them.");
  if (read.OIDC_ISSUER === null && read.AUTH_HEADER === null && read.GUESTS !== "on")
    bad(`GUESTS=${read.GUESTS} would leave nobody who can sign in: set OIDC_ISSUER too.`);
  if (read.REDIS_URL === null) return;
  if (read.DATABASE_URL === null)
    bad("REDIS_URL connects several servers on one PostgreSQL database: set DATABASE_URL too, or remove it.");
  if (missing.length === 0) bad("REDIS_URL and PUSHER_APP_ID exclude each other: choose one of them.");
});

export const settingsSchema = consistent.transform((read) => ({
  port: read.PORT,
  host: read.HOST,
  /** The address at which users reach the product, without a trailing slash; null: the request's. */
  publicUrl: read.PUBLIC_URL === null ? null : new URL(read.PUBLIC_URL).origin,
  /** The path below which the whole product is, like /retro; "" at the root of the host. */
  basePath: read.BASE_PATH,
  dataDir: read.DATA_DIR,
  databaseUrl: read.DATABASE_URL,
  /** With less free space the server refuses new boards, imports and uploads; 0: never. */
  diskReserveMb: read.DISK_RESERVE_MB,
  addressBudget: read.ADDRESS_BUDGET,
  /** The Redis that connects several servers on one database; null: this is the only one. */
  redisUrl: read.REDIS_URL,
  pusher: allOrNone({ appId: read.PUSHER_APP_ID, key: read.PUSHER_KEY, secret: read.PUSHER_SECRET }),
  appSecret: read.APP_SECRET,
  firstAdmin: allOrNone({ email: read.ADMIN_EMAIL, password: read.ADMIN_PASSWORD }),
  /** Null: both grow with the puzzles that an address has requested. */
  captchaDifficulty: read.CAPTCHA_DIFFICULTY,
  trustProxy: read.TRUST_PROXY,
  metricsToken: read.METRICS_TOKEN,
  logLevel: read.LOG_LEVEL,
  /** `stdout` or a file; null: nobody asks who did what. */
  auditLog: read.AUDIT_LOG,
  retention: {
    boards: read.BOARD_RETENTION_DAYS,
    visitors: read.VISITOR_RETENTION_DAYS,
  },
  legalDir: read.LEGAL_DIR,
  /** The OpenID Connect provider where people sign in; null: there is none. */
  oidc:
    read.OIDC_ISSUER === null || read.OIDC_CLIENT_ID === null || read.OIDC_CLIENT_SECRET === null
      ? null
      : {
          issuer: read.OIDC_ISSUER,
          clientId: read.OIDC_CLIENT_ID,
          clientSecret: read.OIDC_CLIENT_SECRET,
          name: read.OIDC_NAME,
          scopes: read.OIDC_SCOPES,
          groupsClaim: read.OIDC_GROUPS_CLAIM,
          /** Its members are administrators; null: signing in makes nobody an administrator. */
          adminGroup: read.OIDC_ADMIN_GROUP,
          sessionMs: read.OIDC_SESSION_HOURS * 3_600_000,
        },
  /** The header in which a proxy names the person that it has let through; null: there is none. */
  authHeader:
    read.AUTH_HEADER === null || typeof read.TRUST_PROXY !== "string"
      ? null
      : { name: read.AUTH_HEADER.toLowerCase(), proxies: read.TRUST_PROXY },
  /** Null: there are none. */
  webhooks: read.WEBHOOKS ? { privateHosts: read.WEBHOOK_PRIVATE_HOSTS } : null,
  /** Where the problems of the server are sent; null: the operator asks /metrics. */
  problemWebhookUrl: read.PROBLEM_WEBHOOK_URL,
  /** Through which proxy the server's own requests go, those with https; null: directly. */
  proxies: { https: read.HTTPS_PROXY, except: read.NO_PROXY },
  guests: read.GUESTS,
}));

export type SettingValues = z.output<typeof settingsSchema>;

function allOrNone<K extends string>(values: Record<K, string | null>): Record<K, string> | null {
  return Object.values(values).includes(null) ? null : (values as Record<K, string>);
}

const pusherValues = z.object({
  PUSHER_CLUSTER: matching("eu", "a name like eu", (given) => /^[a-z0-9-]{1,20}$/.test(given)),
  PUSHER_HOST: setting(
    { host: null, port: null, tls: true },
    "a host name, or like https://push.example.com:6001",
    (given) => {
      const match = /^(?:(https?):\/\/)?([A-Za-z0-9.-]+)(?::(\d{1,5}))?$/.exec(given);
      const port = match?.[3] === undefined ? null : wholeNumber(match[3], 1, 65_535);
      return match?.[2] === undefined || port === undefined
        ? undefined
        : { host: match[2], port, tls: match[1] !== "http" };
    },
  ),
});

/** The other settings of the hosted push service; without a PUSHER_APP_ID they do not count. */
export const pusherSchema = pusherValues.transform((read) => ({
  cluster: read.PUSHER_CLUSTER,
  ...read.PUSHER_HOST,
}));

export const settingNames = Object.keys({ ...values.shape, ...pusherValues.shape });

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** Codes and tokens are sent to it, so it needs TLS or the same machine. */
function isIssuer({ protocol, hostname }: URL): boolean {
  return (
    protocol === "https:" || (protocol === "http:" && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname))
  );
}

function isPublicUrl(url: URL | null, basePath: string): boolean {
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== "" || url.hash !== "") return false;
  return ["/", basePath, `${basePath}/`].includes(url.pathname);
}

/** "true" (one proxy), "false", a number of proxies, or addresses and subnets. */
function readTrustProxy(given: string): boolean | number | string | undefined {
  if (given === "true" || given === "false") return given === "true";
  if (/^\d{1,2}$/.test(given)) return Number(given);
  const known = (part: string) => {
    const [address = "", bits, ...more] = part.trim().split("/");
    if (/^(?:loopback|linklocal|uniquelocal)$/.test(part.trim())) return true;
    const longest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
    if (bits === undefined) return longest > 0;
    return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= longest;
  };
  return given.split(",").every(known) ? given : undefined;
}
