import { join } from "node:path";
import { Kysely } from "kysely";
import { lockFolder } from "../folder-lock.ts";
import { requireMigrated } from "../migrate.ts";
import type { DatabaseLocation } from "../engines/open.ts";
import { requireInstallation } from "../portable/read-snapshot.ts";
import { requireNoServer } from "../portable/running-servers.ts";
import { changeSqlite } from "../portable/write-target.ts";
import { postgresDialect } from "../engines/postgres.ts";
import type { Database } from "../schema/schema.ts";
import { repairDerivedData } from "./repair.ts";

export async function repairInstallation(place: DatabaseLocation): Promise<void> {
  await requireInstallation(place);
  if ("folder" in place) {
    const lock = lockFolder(place.folder);
    try {
      await changeSqlite(join(place.folder, "retro.db"), async (db) => {
        await requireMigrated(db, "sqlite");
        await repairDerivedData(db, "sqlite");
      });
    } finally {
      lock.release();
    }
    return;
  }
  const db = new Kysely<Database>({ dialect: postgresDialect(place.databaseUrl, 1, { migrating: true }) });
  try {
    await db.transaction().execute(async (trx) => {
      await requireNoServer(trx, "The database");
      await requireMigrated(trx, "postgres");
      await repairDerivedData(trx, "postgres");
    });
  } finally {
    await db.destroy();
  }
}
