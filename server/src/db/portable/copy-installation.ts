import { createReadStream } from "node:fs";
import { join, resolve } from "node:path";
import { Kysely } from "kysely";
import { lockFolder } from "../folder-lock.ts";
import type { DatabaseLocation } from "../engines/open.ts";
import { postgresDialect } from "../engines/postgres.ts";
import type { Database } from "../schema/schema.ts";
import { DataToolError, openSnapshot, requireInstallation } from "./read-snapshot.ts";
import { requireNoServer } from "./running-servers.ts";
import { otherFiles } from "./write-backup.ts";
import { type Written, writeTarget } from "./write-target.ts";

export interface CopyOptions {
  source: DatabaseLocation;
  target: DatabaseLocation;
  replace: boolean;
  dataDir: string;
  /** The secret in use; null when the source's database stores it. */
  secret: string | null;
}

/** The source is only read. Servers must be stopped: what they write now would be missing. */
export async function copyInstallation(options: CopyOptions): Promise<Written> {
  const { source, target, replace, dataDir, secret } = options;
  if (isSame(source, target)) throw new DataToolError("The source and the target are the same database.");
  await requireInstallation(source);
  const release = await blockServers(source);
  try {
    const snapshot = await openSnapshot(source);
    try {
      const copied = { ...snapshot, secret: secret ?? snapshot.secret };
      const names =
        "folder" in target && resolve(dataDir) !== resolve(target.folder) ? otherFiles(dataDir) : [];
      const files = names.length > 0 ? readFiles(dataDir, names) : null;
      return await writeTarget(copied, target, { replace, files, dataDir });
    } finally {
      await snapshot.close();
    }
  } finally {
    release();
  }
}

function isSame(a: DatabaseLocation, b: DatabaseLocation): boolean {
  if ("folder" in a) return "folder" in b && resolve(a.folder) === resolve(b.folder);
  return "databaseUrl" in b && a.databaseUrl === b.databaseUrl;
}

async function blockServers(source: DatabaseLocation): Promise<() => void> {
  if ("folder" in source) {
    const lock = lockFolder(source.folder);
    return () => lock.release();
  }
  const db = new Kysely<Database>({ dialect: postgresDialect(source.databaseUrl, 1, { migrating: true }) });
  try {
    await requireNoServer(db, "The source");
  } finally {
    await db.destroy();
  }
  return () => undefined;
}

async function* readFiles(folder: string, names: readonly string[]) {
  for (const name of names) {
    yield { name, bytes: Buffer.alloc(0) };
    for await (const bytes of createReadStream(join(folder, name))) yield { name, bytes: bytes as Buffer };
  }
}
