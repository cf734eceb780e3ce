import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type * as z from "zod";
import { makePrivateFolder } from "./private-folder.ts";
import { type EnvironmentValues, environment, pusherEnvironment } from "./environment.ts";

export interface Settings extends Omit<EnvironmentValues, "appSecret" | "pusher"> {
  pusher: (NonNullable<EnvironmentValues["pusher"]> & z.output<typeof pusherEnvironment>) | null;
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
/** The product's folder: two levels up, both from server/src and from server/dist. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** How an operator calls the administrators' tool: the tarball works without npm. */
export const adminCommand = existsSync(join(root, "retro.mjs"))
  ? `node ${join(root, "retro.mjs")} admin`
  : "npm run admin --";

type Environment = Record<string, string | undefined>;

/** An empty value counts as absent (spec 10.11). Without DATABASE_URL it makes DATA_DIR in a folder that exists. */
export function readSettings(env: Environment, { creates = true } = {}): EnvironmentSettings {
  const values = valid(environment.safeParse(env));
  const version = readVersion();
  const settings = {
    ...values,
    pusher: values.pusher === null ? null : { ...values.pusher, ...valid(pusherEnvironment.safeParse(env)) },
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

function valid<T>({ error, data }: z.ZodSafeParseResult<T>): T {
  if (error === undefined) return data;
  throw new SettingsError(error.issues.map(({ path, message }) => [...path, message].join(" ")));
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
    `The secret in ${file} is damaged: restore it, or delete it to sign everybody out.`,
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

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return version;
}

function readBuild(): string | null {
  const file = new URL("build.txt", import.meta.url);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}
