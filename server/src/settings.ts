import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { limits } from "@retro/contract/limits";
import { isEmail, textLength } from "@retro/contract/text";
import { makePrivateFolder } from "./private-folder.ts";

/** The server's settings; `readSettings` reads them from the environment (table in the README). */
export interface Settings {
  port: number;
  host: string;
  /** The address at which users reach the product, without a trailing slash; null: the address of the request. */
  publicUrl: string | null;
  dataDir: string;
  databaseUrl: string | null;
  /** Number of PostgreSQL connections for users' requests. */
  databasePoolSize: number;
  /** The server refuses new boards, imports and uploads when the data folder's disk has less free space; 0: never. */
  diskReserveMb: number;
  pusher: {
    appId: string;
    key: string;
    secret: string;
    cluster: string;
    host: string | null;
    port: number | null;
    tls: boolean;
  } | null;
  /** Key for the signatures of cookies, puzzles, channel authorisations and unsubscribe links. */
  appSecret: string;
  firstAdmin: { email: string; password: string } | null;
  /** Fixed number of puzzles and difficulty; null: both grow with the puzzles that an address has requested. */
  captchaDifficulty: { n: number; d: number } | null;
  captchaSitekey: string;
  trustProxy: boolean | number | string;
  logLevel: string;
  retention: Retention;
  /** Folder of Markdown files that replace the built-in legal pages; null: built-in. */
  legalDir: string | null;
  /** The built web app's folder. */
  webDir: string;
  version: string;
}

/** Days for which the server keeps each kind of data; null: for ever. */
export interface Retention {
  /** Boards, from their last use. */
  boards: number | null;
  /** Visitors, from their last activity. */
  visitors: number | null;
  /** The change log of a board that is not in use. */
  changes: number | null;
  /** The activity log. */
  logs: number | null;
  feedback: number | null;
  /** Messages of the contact form. */
  contacts: number | null;
}

/** Settings before the database is open: with PostgreSQL, the database may store the secret. */
export type EnvironmentSettings = Omit<Settings, "appSecret"> & { appSecret: string | null };

/** The environment has invalid settings; `problems` holds one line for each. */
export class SettingsError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.name = "SettingsError";
    this.problems = problems;
  }
}

export const defaultSitekey = "FCMRETRO00000000";
const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];
// The root is two levels up, both from server/src and from server/dist.
const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

type Environment = Record<string, string | undefined>;

/**
 * Reads the settings from the environment (spec 10.11); an empty value counts as absent.
 * Without DATABASE_URL it makes DATA_DIR, and in it the secret that APP_SECRET would otherwise give.
 * @returns `appSecret` is null when it is to be read from the PostgreSQL database
 * @throws SettingsError with one line for each bad value.
 */
export function readSettings(env: Environment): EnvironmentSettings {
  const problems: string[] = [];
  const bad = (line: string): null => {
    problems.push(line);
    return null;
  };
  const value = (name: string): string | null => {
    const text = env[name]?.trim();
    return text === undefined || text === "" ? null : text;
  };
  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const text = value(name);
    if (text === null) return fallback;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    bad(`${name} must be a whole number from ${min} to ${max}, not "${text}".`);
    return fallback;
  };

  const port = whole("PORT", 3000, 0, 65_535);
  /** A number of days, at least `min`; 0: for ever. */
  const days = (name: string, fallback: number, min: number): number | null => {
    const number = whole(name, fallback, 0, 36_500);
    if (number > 0 && number < min)
      bad(`${name} must be 0 (keep for ever) or at least ${min}, not ${number}.`);
    return number === 0 ? null : number;
  };
  const retention: Retention = {
    boards: days("BOARD_RETENTION_DAYS", 365, 7),
    // A session lasts 30 days: within them the visitor may still return.
    visitors: days("VISITOR_RETENTION_DAYS", 365, 31),
    changes: days("CHANGE_LOG_RETENTION_DAYS", 30, 1),
    logs: days("LOG_RETENTION_DAYS", 90, 1),
    feedback: days("FEEDBACK_RETENTION_DAYS", 365, 1),
    contacts: days("CONTACT_RETENTION_DAYS", 365, 1),
  };
  const logLevel = value("LOG_LEVEL") ?? "info";
  if (!logLevels.includes(logLevel))
    bad(`LOG_LEVEL must be one of ${logLevels.join(", ")}, not "${logLevel}".`);
  const databaseUrl = readDatabaseUrl(value("DATABASE_URL"), bad);
  const legalDir = value("LEGAL_DIR");
  if (legalDir !== null && !isFolder(legalDir)) bad(`LEGAL_DIR must be a folder: "${legalDir}" is none.`);
  const dataDir = resolve(value("DATA_DIR") ?? "./data");

  const settings = {
    port,
    host: value("HOST") ?? "127.0.0.1",
    publicUrl: readPublicUrl(value("PUBLIC_URL"), bad),
    dataDir,
    databaseUrl,
    diskReserveMb: whole("DISK_RESERVE_MB", 300, 0, 1_000_000),
    databasePoolSize: whole("DATABASE_POOL_SIZE", 10, 1, 1000),
    pusher: readPusher(value, whole, bad),
    firstAdmin: readFirstAdmin(value("ADMIN_EMAIL"), value("ADMIN_PASSWORD"), bad),
    captchaDifficulty: readDifficulty(value("CAPTCHA_DIFFICULTY"), bad),
    captchaSitekey: defaultSitekey,
    trustProxy: readTrustProxy(value("TRUST_PROXY"), bad),
    logLevel,
    retention,
    legalDir: legalDir === null ? null : resolve(legalDir),
    webDir: join(root, "web/dist"),
    version: readVersion(),
  };
  const given = value("APP_SECRET");
  if (given !== null && given.length < 16) bad("APP_SECRET must be at least 16 characters long.");
  if (problems.length > 0) throw new SettingsError(problems);
  return { ...settings, appSecret: given ?? (databaseUrl === null ? readOrCreateSecret(dataDir) : null) };
}

/** Generates a secret of 256 random bits, in base64url. */
export function generateSecret(): string {
  return randomBytes(32).toString("base64url");
}

/**
 * Reads the secret in DATA_DIR.
 * @returns null when there is none; an empty file counts as none
 * @throws SettingsError when it cannot be read or is damaged
 */
export function readSecretFile(dataDir: string): string | null {
  const file = join(dataDir, "app-secret");
  let secret: string;
  try {
    secret = readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw dataDirError(dataDir, error);
  }
  if (secret === "") return null;
  if (secret.length >= 16) return secret;
  throw new SettingsError([
    `The secret in ${file} is damaged: restore it, or delete it to sign everybody out.`,
  ]);
}

/**
 * Reads the secret in DATA_DIR, or creates it; only its owner can read it. The file appears completely or not at all: a killed
 * process leaves no partial secret, and of two processes that start at once one creates the secret and both read it.
 */
function readOrCreateSecret(dataDir: string): string {
  const kept = readSecretFile(dataDir);
  if (kept !== null) return kept;
  const file = join(dataDir, "app-secret");
  const draft = `${file}.${process.pid}`;
  try {
    makePrivateFolder(dataDir);
    rmSync(draft, { force: true });
    writeFileSync(draft, `${generateSecret()}\n`, { mode: 0o600, flag: "wx", flush: true });
    try {
      linkSync(draft, file);
    } catch (error) {
      // The file system has no links, or an older release left an empty file when it was killed.
      const taken = (error as NodeJS.ErrnoException).code === "EEXIST";
      if (!taken || readSecretFile(dataDir) === null) renameSync(draft, file);
    } finally {
      rmSync(draft, { force: true });
    }
  } catch (error) {
    throw error instanceof SettingsError ? error : dataDirError(dataDir, error);
  }
  const secret = readSecretFile(dataDir);
  if (secret === null) throw dataDirError(dataDir, new Error("the secret vanished"));
  return secret;
}

function dataDirError(dataDir: string, error: unknown): SettingsError {
  return new SettingsError([`DATA_DIR "${dataDir}" cannot be used: ${(error as Error).message}.`]);
}

type ReportProblem = (line: string) => null;

function readPublicUrl(text: string | null, bad: ReportProblem): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== "" ||
    url.hash !== "" ||
    url.pathname !== "/"
  ) {
    return bad(`PUBLIC_URL must be like https://retro.example.com, without a path, not "${text}".`);
  }
  return url.origin;
}

function readDatabaseUrl(text: string | null, bad: ReportProblem): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  if (url === null || !/^postgres(?:ql)?:$/.test(url.protocol) || url.pathname.length < 2) {
    // The message does not quote the address, because it contains a password.
    return bad("DATABASE_URL must be like postgres://user:password@host:5432/name.");
  }
  return text;
}

function readPusher(
  value: (name: string) => string | null,
  whole: (name: string, fallback: number, min: number, max: number) => number,
  bad: ReportProblem,
): Settings["pusher"] {
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

function readFirstAdmin(
  email: string | null,
  password: string | null,
  bad: ReportProblem,
): Settings["firstAdmin"] {
  if (email === null && password === null) return null;
  if (email === null || password === null)
    return bad("ADMIN_EMAIL and ADMIN_PASSWORD go together: one of them is missing.");
  if (!isEmail(email)) return bad(`ADMIN_EMAIL must be an e-mail address, not "${email}".`);
  const { min, max } = limits.adminPassword;
  const length = textLength(password);
  if (length < min || length > max) return bad(`ADMIN_PASSWORD must be ${min} to ${max} characters long.`);
  return { email, password };
}

function readDifficulty(text: string | null, bad: ReportProblem): Settings["captchaDifficulty"] {
  if (text === null) return null;
  const match = /^(\d{1,3}):(\d{1,3})$/.exec(text);
  const [n, d] = [Number(match?.[1]), Number(match?.[2])];
  if (n >= 1 && n <= 255 && d >= 0 && d <= 255) return { n, d };
  return bad(`CAPTCHA_DIFFICULTY must be like 51:122, both numbers at most 255, not "${text}".`);
}

/** Accepts "true" (one proxy), "false", a number of proxies, or addresses and subnets in the form of Fastify's `trustProxy`. */
function readTrustProxy(text: string | null, bad: ReportProblem): Settings["trustProxy"] {
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

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return version;
}
