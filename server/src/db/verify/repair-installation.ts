import { join } from "node:path";
import { Kysely, sql } from "kysely";
import { lockFolder } from "../folder-lock.ts";
import { requireMigrated } from "../migrate.ts";
import type { DatabaseLocation } from "../engines/open.ts";
import { requireInstallation } from "../portable/read-snapshot.ts";
import { requireNoServer } from "../portable/running-servers.ts";
import { changeSqlite } from "../portable/write-target.ts";
import { postgresDialect } from "../engines/postgres.ts";
import type { Database, Engine } from "../schema/schema.ts";
import { fillActionCounts } from "../schema/action-counts.ts";
import { fillSpaceTexts } from "../schema/space-search.ts";

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

/** Everything that follows from other rows. Run it in a transaction, with the servers stopped. */
async function repairDerivedData(trx: Kysely<Database>, engine: Engine): Promise<void> {
  for (const [column, kind] of [
    ["section_count", "section"],
    ["sticker_count", "sticker"],
  ] as const) {
    const count = sql`(select count(*) from items i where i.board_id = boards.id and i.kind = ${kind})`;
    await sql`update boards set ${sql.ref(column)} = ${count} where ${sql.ref(column)} <> ${count}`.execute(
      trx,
    );
  }
  const actions = sql`(select count(*) from actions a where a.board_id = boards.id)`;
  await sql`update boards set action_count = ${actions} where action_count <> ${actions}`.execute(trx);
  await sql`delete from changes where board_id in (
    select b.id from boards b join changes c on c.board_id = b.id group by b.id, b.version
    having max(c.version) <> b.version or count(*) <> max(c.version) - min(c.version) + 1)`.execute(trx);
  await trx.deleteFrom("action_counts").execute();
  await fillActionCounts(trx, engine);
  await sql`delete from space_texts`.execute(trx);
  if (engine === "sqlite")
    await sql`insert into space_words (space_words) values ('delete-all')`.execute(trx);
  await fillSpaceTexts(trx);
}
