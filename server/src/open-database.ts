import { join } from "node:path";
import type { FastifyBaseLogger } from "fastify";
import { securePrivateFolder } from "./db/data-folder.ts";
import type { RetroDatabase } from "./db/database.ts";
import { type DatabaseLocation, type OpenOptions, openDatabaseAt } from "./db/engines/open.ts";
import { readOrSaveSecret } from "./db/server-state.ts";
import { generateSecret } from "./settings.ts";
import type { EnvironmentSettings, Settings } from "./settings.ts";
import { toStartError } from "./start-error.ts";

export function placeOf(settings: EnvironmentSettings): DatabaseLocation {
  const { databaseUrl, dataDir } = settings;
  return databaseUrl === null ? { folder: dataDir } : { databaseUrl };
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
  const appSecret = read.appSecret ?? (await readOrSaveSecret(database.db, generateSecret()));
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
