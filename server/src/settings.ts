import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { makePrivateFolder } from "./private-folder.ts";
import {
  type PusherSettings,
  type ReadWhole,
  type ReportProblem,
  readBasePath,
  readDatabaseUrl,
  readDifficulty,
  readFirstAdmin,
  readMetricsToken,
  readPublicUrl,
  readPusher,
  readRedisUrl,
  readTrustProxy,
} from "./setting-parsers.ts";

/** The server's settings; `readSettings` reads them from the environment (table in the README). */
export interface Settings {
  port: number;
  host: string;
  /** The address at which users reach the product, without a trailing slash; null: the address of the request. */
  publicUrl: string | null;
  /** The path below which the whole product is, like /retro; "" at the root of the host. */
  basePath: string;
  dataDir: string;
  databaseUrl: string | null;
  /** Number of PostgreSQL connections for users' requests. */
  databasePoolSize: number;
  /** The server refuses new boards, imports and uploads when the data folder's disk has less free space; 0: never. */
  diskReserveMb: number;
  /** The Redis that connects several servers on one database; null: this is the only one. */
  redisUrl: string | null;
  pusher: PusherSettings | null;
  /** Key for the signatures of cookies, puzzles, channel authorisations and unsubscribe links. */
  appSecret: string;
  firstAdmin: { email: string; password: string } | null;
  /** Fixed number of puzzles and difficulty; null: both grow with the puzzles that an address has requested. */
  captchaDifficulty: { n: number; d: number } | null;
  captchaSitekey: string;
  trustProxy: boolean | number | string;
  /** `/metrics` answers only requests with this bearer token; null: all requests. */
  metricsToken: string | null;
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
/** The product's folder: two levels up, both from server/src and from server/dist. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** How an operator calls the administrators' tool: the tarball works without npm. */
export const adminCommand = existsSync(join(root, "retro.mjs"))
  ? `node ${join(root, "retro.mjs")} admin`
  : "npm run admin --";

type Environment = Record<string, string | undefined>;

/**
 * Reads the settings from the environment (spec 10.11); an empty value counts as absent.
 * Without DATABASE_URL it makes DATA_DIR, and in it the secret that APP_SECRET would otherwise give.
 * @param creates false: it makes nothing, for tools that work on an installation that exists
 * @returns `appSecret` is null when it is to be read from the PostgreSQL database, or does not exist yet
 * @throws SettingsError with one line for each bad value.
 */
export function readSettings(env: Environment, { creates = true } = {}): EnvironmentSettings {
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
  const retention = readRetention(whole, bad);
  const logLevel = value("LOG_LEVEL") ?? "info";
  if (!logLevels.includes(logLevel))
    bad(`LOG_LEVEL must be one of ${logLevels.join(", ")}, not "${logLevel}".`);
  const databaseUrl = readDatabaseUrl(value("DATABASE_URL"), bad);
  const legalDir = value("LEGAL_DIR");
  if (legalDir !== null && !isFolder(legalDir)) bad(`LEGAL_DIR must be a folder: "${legalDir}" is none.`);
  const dataDir = resolve(value("DATA_DIR") ?? "./data");

  const basePath = readBasePath(value("BASE_PATH"), bad);

  const settings = {
    port,
    host: value("HOST") ?? "127.0.0.1",
    publicUrl: readPublicUrl(value("PUBLIC_URL"), basePath, bad),
    basePath,
    dataDir,
    databaseUrl,
    diskReserveMb: whole("DISK_RESERVE_MB", 300, 0, 1_000_000),
    databasePoolSize: whole("DATABASE_POOL_SIZE", 10, 1, 1000),
    redisUrl: readRedisUrl(value("REDIS_URL"), bad),
    pusher: readPusher(value, whole, bad),
    firstAdmin: readFirstAdmin(value("ADMIN_EMAIL"), value("ADMIN_PASSWORD"), bad),
    captchaDifficulty: readDifficulty(value("CAPTCHA_DIFFICULTY"), bad),
    captchaSitekey: defaultSitekey,
    trustProxy: readTrustProxy(value("TRUST_PROXY"), bad),
    metricsToken: readMetricsToken(value("METRICS_TOKEN"), bad),
    logLevel,
    retention,
    legalDir: legalDir === null ? null : resolve(legalDir),
    webDir: join(root, "web/dist"),
    version: readVersion(),
  };
  if (settings.redisUrl !== null) checkRedis(settings, bad);
  const given = value("APP_SECRET");
  if (given !== null && given.length < 16) bad("APP_SECRET must be at least 16 characters long.");
  if (problems.length > 0) throw new SettingsError(problems);
  if (given !== null || databaseUrl !== null) return { ...settings, appSecret: given };
  return { ...settings, appSecret: creates ? readOrCreateSecret(dataDir) : readSecretFile(dataDir) };
}

function checkRedis({ databaseUrl, pusher }: Omit<Settings, "appSecret">, bad: ReportProblem): void {
  if (databaseUrl === null)
    bad("REDIS_URL connects several servers on one PostgreSQL database: set DATABASE_URL too, or remove it.");
  if (pusher !== null) bad("REDIS_URL and PUSHER_APP_ID exclude each other: choose one of them.");
}

/** Reads how long each kind of data is kept. */
function readRetention(whole: ReadWhole, bad: ReportProblem): Retention {
  /** A number of days, at least `min`; 0: for ever. */
  const days = (name: string, fallback: number, min: number): number | null => {
    const number = whole(name, fallback, 0, 36_500);
    if (number > 0 && number < min)
      bad(`${name} must be 0 (keep for ever) or at least ${min}, not ${number}.`);
    return number === 0 ? null : number;
  };
  return {
    boards: days("BOARD_RETENTION_DAYS", 365, 7),
    // A session lasts 30 days: within them the visitor may still return.
    visitors: days("VISITOR_RETENTION_DAYS", 365, 31),
    changes: days("CHANGE_LOG_RETENTION_DAYS", 30, 1),
    logs: days("LOG_RETENTION_DAYS", 90, 1),
    feedback: days("FEEDBACK_RETENTION_DAYS", 365, 1),
    contacts: days("CONTACT_RETENTION_DAYS", 365, 1),
  };
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

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return version;
}
