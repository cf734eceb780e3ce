import type { Insertable } from "kysely";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";

export async function listTemplates(db: Db, spaceId: string) {
  return db
    .selectFrom("space_templates")
    .select(["id", "title", "sections", "created_at"])
    .where("space_id", "=", spaceId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

export async function countTemplates(db: Db, spaceId: string): Promise<number> {
  const { total } = await db
    .selectFrom("space_templates")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("space_id", "=", spaceId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function findTemplate(
  db: Db,
  spaceId: string,
  id: string,
): Promise<{ sections: string; steps: string | null } | undefined> {
  return db
    .selectFrom("space_templates")
    .select(["sections", "steps"])
    .where("id", "=", id)
    .where("space_id", "=", spaceId)
    .executeTakeFirst();
}

export async function insertTemplate(db: Db, row: Insertable<Database["space_templates"]>): Promise<void> {
  await db.insertInto("space_templates").values(row).execute();
}

export async function setTemplateTitle(db: Db, spaceId: string, id: string, title: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("space_templates")
    .set({ title })
    .where("id", "=", id)
    .where("space_id", "=", spaceId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteTemplate(db: Db, spaceId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("space_templates")
    .where("id", "=", id)
    .where("space_id", "=", spaceId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
