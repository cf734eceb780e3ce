import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import {
  eventNames,
  parseChannel,
  type ParsedChannel,
  whisperEdit,
  whisperAsk,
  whisperReady,
  whisperSomebodyWriting,
  whisperUser,
  whisperWish,
  whisperWriting,
} from "@retro/contract/events";
import { readOrSaveSecret } from "./db/app-secret.ts";
import { databaseFault } from "./db/faults.ts";
import { securePrivateFolder } from "./db/data-folder.ts";
import { MigrationError } from "./db/migrate.ts";
import { SecondNodeError } from "./db/node-lock.ts";
import { type DatabaseLocation, type OpenOptions, openDatabaseAt } from "./db/engines/open.ts";
import { InterruptedRestoreError } from "./db/portable/restore-files.ts";
import type { RetroDatabase } from "./db/database.ts";
import type { Deps } from "./deps.ts";
import {
  isInMeeting,
  mayWhisperEdit,
  mayWhisperSomebodyWrites,
  mayWhisperWriter,
} from "./board/turn/whisper-restrictions.ts";
import { clientAddress } from "./http/proxies.ts";
import { sessionIdFromCookie } from "./http/session/session.ts";
import { deriveKey } from "./http/session/secrets.ts";
import type { Bus } from "./realtime/nodes/bus.ts";
import type { PushService } from "./realtime/push-service.ts";
import { createBuiltinPushService } from "./realtime/builtin-push-service.ts";
import { createOriginCheck } from "./realtime/upgrade.ts";
import { readSecretFile, generateSecret } from "./settings.ts";
import type { EnvironmentSettings, Settings } from "./settings.ts";

export class StartError extends Error {}

export function placeOf(settings: EnvironmentSettings): DatabaseLocation {
  const { databaseUrl, dataDir, databasePoolSize } = settings;
  return databaseUrl === null ? { folder: dataDir } : { databaseUrl, poolSize: databasePoolSize };
}

/** Without the password. */
export function nameOf(place: DatabaseLocation): string {
  if ("folder" in place) return join(place.folder, "retro.db");
  const { host, pathname } = new URL(place.databaseUrl);
  return `PostgreSQL at ${host}${pathname}`;
}

export async function openDatabase(
  read: EnvironmentSettings,
  log: FastifyBaseLogger,
  options: OpenOptions = {},
): Promise<{ settings: Settings; database: RetroDatabase }> {
  const { databaseUrl, dataDir } = read;
  if (databaseUrl === null) secureDataDir(dataDir, log);
  const database = await openDatabaseAt(placeOf(read), { log, ...options }).catch((error: unknown) => {
    throw toStartError(error, read, { opening: true });
  });
  // Earlier releases stored the secret of a PostgreSQL installation in DATA_DIR: taking it over keeps users
  // signed in.
  const appSecret =
    read.appSecret ?? (await readOrSaveSecret(database.db, readSecretFile(dataDir) ?? generateSecret()));
  return { settings: { ...read, appSecret }, database };
}

function secureDataDir(dataDir: string, log: FastifyBaseLogger): void {
  const open = securePrivateFolder(dataDir);
  if (open.length > 0)
    log.warn(
      { paths: open },
      "other users can read the data, since these belong to another user: give them to the server's user, or chmod go= them",
    );
}

export function toStartError(
  error: unknown,
  { databaseUrl, dataDir }: EnvironmentSettings,
  { opening = false } = {},
): unknown {
  if (
    error instanceof MigrationError ||
    error instanceof SecondNodeError ||
    error instanceof InterruptedRestoreError
  )
    return new StartError(error.message);
  const { message, code, errcode, syscall } = error as Error & {
    code?: string;
    errcode?: number;
    syscall?: string;
  };
  const fault = databaseFault(error);
  if (databaseUrl !== null) {
    // While connecting, pg reports a bad host or password as a plain error.
    if (fault === null && (!opening || error instanceof TypeError)) return error;
    return new StartError(`The database at DATABASE_URL cannot be used: ${oneLine(message) || code}.`);
  }
  const hint = faultHints[errcode === 11 || errcode === 26 ? "damaged" : (fault ?? "")];
  if (hint === undefined && syscall === undefined) return error;
  return new StartError(`DATA_DIR "${dataDir}" cannot be used: ${hint ?? oneLine(message)}.`);
}

const unwritable = "the server's user may not write there, or the file system is read-only";
const faultHints: Record<string, string> = {
  locked: "another program holds retro.db (a backup, sqlite3, or a migration that is still running)",
  "disk full": "the disk is full; free some space, then try again",
  "read-only": unwritable,
  "disk error": unwritable,
  damaged: "retro.db is damaged or not a database; restore a backup",
};

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

export async function createPushService({
  settings,
  log,
  clock,
  rateLimiter,
}: Pick<Deps, "settings" | "log" | "clock" | "rateLimiter">): Promise<PushService> {
  if (settings.pusher !== null) {
    // Import the library only when it is used: loading it slows the start.
    const { createHostedPushService } = await import("./realtime/hosted-push-service.ts");
    const { appId, key, secret, cluster, host, port, tls } = settings.pusher;
    return createHostedPushService({
      appId,
      key,
      secret,
      cluster,
      log,
      api: host === null ? null : { host, port, useTLS: tls },
    });
  }
  const bus = settings.redisUrl === null ? null : await openBus(settings.redisUrl, settings.appSecret, log);
  return createBuiltinPushService({
    key: "retro",
    basePath: settings.basePath,
    bus,
    secret: deriveKey(settings.appSecret, "realtime").toString("hex"),
    log,
    clock,
    rateLimiter,
    allowOrigin: createOriginCheck(settings.publicUrl, log),
    addressOf: clientAddress(settings.trustProxy),
    sessionIdOf: sessionIdFromCookie,
    client: { encrypted: settings.publicUrl?.startsWith("https:") ?? false },
    needsExactPresence(channel) {
      const board = parseChannel(channel);
      return board?.kind === "presence" && isInMeeting(board.id);
    },
    onClientEvent: ({ channel, event, data }) => {
      const board = parseChannel(channel);
      // Without the bus this server does not learn that another one has hidden the authors.
      return board !== null && bus?.connected !== false && filterWhisper(board, event, data);
    },
  });
}

async function openBus(url: string, appSecret: string, log: FastifyBaseLogger): Promise<Bus> {
  const { createRedisBus } = await import("./realtime/nodes/redis-bus.ts");
  // Nodes of one installation have the same secret: the prefix keeps installations on one Redis apart.
  const prefix = `retro:1:${deriveKey(appSecret, "bus").toString("hex").slice(0, 16)}:`;
  try {
    return await createRedisBus({ url, prefix, log });
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new StartError(`The Redis at REDIS_URL cannot be used: ${oneLine(message) || code}.`);
  }
}

function filterWhisper({ kind, id }: ParsedChannel, event: string, data: unknown): { data: unknown } | false {
  // Frames of private channels do not name their sender [F6].
  if (event === eventNames.whisperWish)
    return (kind === "facilitation" || kind === "user") && parseWhisper(whisperWish, data);
  if (kind === "facilitation")
    return (
      event === eventNames.whisperWriting &&
      mayWhisperSomebodyWrites(id) &&
      parseWhisper(whisperSomebodyWriting, data)
    );
  if (kind !== "presence") return false;
  if (event === eventNames.whisperUser) return parseWhisper(whisperUser, data);
  if (event === eventNames.whisperReady) return parseWhisper(whisperReady, data);
  if (event === eventNames.whisperAsk) return parseWhisper(whisperAsk, data);
  if (event === eventNames.whisperEdit) return mayWhisperEdit(id) && parseWhisper(whisperEdit, data);
  return event === eventNames.whisperWriting && mayWhisperWriter(id) && parseWhisper(whisperWriting, data);
}

function parseWhisper(
  schema:
    | typeof whisperReady
    | typeof whisperAsk
    | typeof whisperWish
    | typeof whisperEdit
    | typeof whisperUser
    | typeof whisperWriting
    | typeof whisperSomebodyWriting,
  data: unknown,
): { data: unknown } | false {
  const parsed = schema.safeParse(data);
  return parsed.success ? { data: parsed.data } : false;
}
