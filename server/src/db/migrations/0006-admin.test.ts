import { sql } from "kysely";
import { expect, test } from "vitest";
import { limits } from "@retro/contract/limits";
import { signInAdmin } from "../../testing/admin.ts";
import { buildTestApp } from "../../testing/app.ts";
import { eachEngine } from "../../testing/databases/test-engines.ts";
import { addAdminSecurity } from "./0006-admin.ts";

const start = Date.UTC(2026, 0, 15, 12);

eachEngine("the migration 0006", (open) => {
  test("gives open sessions of administrators an end, and leaves visitors' sessions without one", async () => {
    const database = await open();
    const app = await buildTestApp({ database, frozenAt: start });
    const root = await signInAdmin(app);
    const ann = await app.visitor();
    const { schema } = database.db;
    await schema.dropTable("sign_in_links").execute();
    await schema.dropTable("removed_admins").execute();
    await schema.dropIndex("sign_in_failures_until").execute();
    await schema.alterTable("sessions").dropColumn("ends_at").execute();

    await addAdminSecurity(database.db);
    // Creating an index tells PostgreSQL that the table is empty; the check of query plans would then see a
    // scan of an empty table.
    if (database.engine === "postgres") await sql`truncate sign_in_failures`.execute(database.db);
    const rows = await database.db.selectFrom("sessions").select(["user_id", "ends_at"]).execute();
    expect(new Map(rows.map((row) => [row.user_id, row.ends_at]))).toEqual(
      new Map([
        [root.user.id, start + limits.adminSession.maxMs],
        [ann.user.id, null],
      ]),
    );
  });
});
