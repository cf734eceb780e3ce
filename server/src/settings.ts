import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type * as z from "zod";
import { makePrivateFolder } from "./private-folder.ts";
import { isRemovedSetting } from "./removed-settings.ts";
import {
  type SettingValues,
  settingsSchema,
  proxyVariables,
  pusherSchema,
  settingNames,
} from "./settings-schema.ts";

export interface Settings extends Omit<SettingValues, "appSecret" | "pusher"> {
  pusher: (NonNullable<SettingValues["pusher"]> & z.output<typeof pusherSchema>) | null;
  /** Key for the signatures of cookies, puzzles, channel authorisations and unsubscribe links. */
  appSecret: string;
  captchaSitekey: string;
  webDir: string;
  version: string;
  /** Version, day and commit, as in the artefact's name; the version alone where sources run unbuilt. */
  build: string;
}

export type Retention = Settings["retention"];

export type EnvironmentSettings = Omit<Settings, "appSecret"> & { appSecret: string | null };

/** The environment has invalid settings; `problems` has one line for each. */
export class SettingsError extends Error {
  readonly problems: string[];
  constructor(problems: string[]) {
    super(problems.join("\n"));
    this.name = "SettingsError";
    this.problems = problems;
  }
}

export const defaultSitekey = "FCMRETRO00000000";
/** The product's folder: two levels up, both from server/src and from server/dist. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

type Environment = Record<string, string | undefined>;

/** An empty value counts as absent (spec 10.11). Without DATABASE_URL it makes DATA_DIR in a folder that exists. */
export function readSettings(given: Environment, { creates = true } = {}): EnvironmentSettings {
  const env = withSecretFiles(withLowerCaseNames(given));
  const nameIn = (name: string) =>
    [name, name.toLowerCase()].find((each) => env[name] === given[each]) ?? `${name}_FILE`;
  const values = valid(settingsSchema.safeParse(env), nameIn);
  const version = readVersion();
  const settings = {
    ...values,
    pusher: values.pusher === null ? null : { ...values.pusher, ...valid(pusherSchema.safeParse(env)) },
    captchaSitekey: defaultSitekey,
    webDir: join(root, "web/dist"),
    version,
    build: readBuild() ?? version,
  };
  const { appSecret, databaseUrl, dataDir } = values;
  // A typing error, or a disk that is not mounted, must not become a new installation.
  if (creates && databaseUrl === null && !existsSync(dirname(dataDir)))
    throw dataDirError(
      dataDir,
      new Error(`there is no folder ${dirname(dataDir)}; make it, or correct DATA_DIR`),
    );
  if (appSecret !== null || databaseUrl !== null) return settings;
  return { ...settings, appSecret: creates ? readOrCreateSecret(dataDir) : readSecretFile(dataDir) };
}

/** Where both names are set, the lower case one counts, as for other programs. */
function withLowerCaseNames(env: Environment): Environment {
  const lower = proxyVariables.map((name) => [name, env[name.toLowerCase()]?.trim() || env[name]] as const);
  return { ...env, ...Object.fromEntries(lower) };
}

const secrets = [
  "DATABASE_URL",
  "REDIS_URL",
  "APP_SECRET",
  "ADMIN_PASSWORD",
  "METRICS_TOKEN",
  "OIDC_CLIENT_SECRET",
  "PUSHER_SECRET",
  "PROBLEM_WEBHOOK_URL",
  "HTTPS_PROXY",
];

/** The variables that an operator may set, without those that libraries read. */
export const operatorSettings = [...settingNames, ...secrets.map((name) => `${name}_FILE`)];

/** Credentials of systemd and secrets of Docker are files: nobody reads them in a process's environment. */
function withSecretFiles(env: Environment): Environment {
  const read = { ...env };
  const problems: string[] = [];
  for (const name of secrets) {
    const file = env[`${name}_FILE`]?.trim();
    if (!file) continue;
    if (env[name]?.trim()) problems.push(`${name} and ${name}_FILE exclude each other: remove one of them.`);
    try {
      read[name] = readFileSync(file, "utf8").trim();
      if (read[name] === "") problems.push(`${name}_FILE: ${file} is empty.`);
      // The lines would become one value, and a message about it could print a part.
      if (/[\r\n]/.test(read[name])) problems.push(`${name}_FILE: ${file} has more than one line.`);
    } catch (error) {
      problems.push(`${name}_FILE cannot be read: ${(error as Error).message}.`);
    }
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return read;
}

function valid<T>({ error, data }: z.ZodSafeParseResult<T>, nameIn = (name: string) => name): T {
  if (error === undefined) return data;
  const lineOf = ({ path, message }: z.core.$ZodIssue) =>
    [...path.map(String).map(nameIn), message].join(" ");
  throw new SettingsError(error.issues.map(lineOf));
}

/** @returns pairs of a variable and the setting that it nearly is: a misspelt one would be ignored without a word */
export function misspelledSettings(env: Environment): [given: string, meant: string][] {
  return (
    Object.keys(env)
      .filter((given) => !operatorSettings.includes(given) && !isRemovedSetting(given))
      // Other programs read it, and it is nearly HTTPS_PROXY.
      .filter((given) => given !== "HTTP_PROXY")
      .flatMap((given) => {
        const meant = operatorSettings.find(
          (name) => name.length >= 6 && countEdits(given, name) <= (name.length < 8 ? 1 : 2),
        );
        return meant === undefined ? [] : [[given, meant] satisfies [string, string]];
      })
  );
}

function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j += 1)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

export function generateSecret(): string {
  return randomBytes(32).toString("base64url");
}

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
    `The secret in ${file} is damaged: restore it, or delete it, and the next start makes a new one.`,
  ]);
}

/** Only the owner can read it. A killed process leaves no partial secret. */
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
      // The file system has no links, or the file is empty.
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

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return version;
}

function readBuild(): string | null {
  const file = new URL("build.txt", import.meta.url);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
