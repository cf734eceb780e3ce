import { join } from "node:path";
import { Kysely } from "kysely";
import { lockFolder } from "../folder-lock.ts";
import { migrate } from "../migrate.ts";
import type { DatabaseLocation } from "../engines/open.ts";
import { requireNoInterruptedRestore } from "../portable/restore-files.ts";
import { requireNoServer } from "../portable/running-servers.ts";
import { changeSqlite } from "../portable/write-target.ts";
import { postgresDialect } from "../engines/postgres.ts";
import type { Database } from "../schema/schema.ts";
import { repairDerivedData } from "./repair.ts";

export async function repairInstallation(place: DatabaseLocation): Promise<void> {
  if ("folder" in place) {
    const lock = lockFolder(place.folder);
    try {
      requireNoInterruptedRestore(place.folder);
      await changeSqlite(join(place.folder, "retro.db"), async (db) => {
        await migrate(db, "sqlite");
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
      await migrate(trx, "postgres");
      await repairDerivedData(trx, "postgres");
    });
  } finally {
    await db.destroy();
  }
}
