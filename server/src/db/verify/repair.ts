import { type Kysely, sql } from "kysely";
import { listedTables } from "../migrations/0004-growth.ts";
import { fillSpaceTexts } from "../migrations/0012-space-search.ts";
import { fillActionCounts } from "../migrations/0014-space-counts.ts";
import type { Database, Engine } from "../schema/schema.ts";

/** Everything that follows from other rows. Run it in a transaction, with the servers stopped. */
export async function repairDerivedData(trx: Kysely<Database>, engine: Engine): Promise<void> {
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
  await trx.deleteFrom("list_totals").execute();
  for (const list of listedTables) {
    const table = sql.table(list);
    await sql`insert into list_totals (list, part, total) select ${list}, 0, count(*) from ${table}`.execute(
      trx,
    );
    if (engine === "postgres") continue;
    const words = sql.table(`${list}_words`);
    await sql`insert into ${words} (${sql.ref(`${list}_words`)}) values ('delete-all')`.execute(trx);
    await sql`insert into ${words} (rowid, search) select rowid, search from ${table}`.execute(trx);
  }
  await trx.deleteFrom("action_counts").execute();
  await fillActionCounts(trx, engine);
  await sql`delete from space_texts`.execute(trx);
  if (engine === "sqlite")
    await sql`insert into space_words (space_words) values ('delete-all')`.execute(trx);
  await fillSpaceTexts(trx);
}
