import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import type { Insertable } from "kysely";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";
import type { PlainSection } from "./built-in.ts";

export async function readCounts(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom("template_counts").selectAll().execute();
  return new Map(rows.map(({ template_key, count }) => [template_key, count]));
}

export async function addUse(db: Db, key: string): Promise<void> {
  await db
    .insertInto("template_counts")
    .values({ template_key: key, count: 1 })
    .onConflict((c) =>
      c.column("template_key").doUpdateSet((eb) => ({ count: eb("template_counts.count", "+", 1) })),
    )
    .execute();
}

export async function addOwnUse(db: Db, id: string): Promise<void> {
  await db
    .updateTable("own_templates")
    .set((eb) => ({ count: eb("count", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** A user's own templates, the latest first. */
export async function listOwn(db: Db, userId: string) {
  return db
    .selectFrom("own_templates")
    .select(["title", "description", "count"])
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
}

export async function countOwn(db: Db, userId: string): Promise<number> {
  const { total } = await db
    .selectFrom("own_templates")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

export async function findOwn(
  db: Db,
  userId: string,
  title: string,
): Promise<{ id: string; sections: PlainSection[]; steps: MeetingStep[] | null } | null> {
  const row = await db
    .selectFrom("own_templates")
    .select(["id", "sections", "steps"])
    .where("user_id", "=", userId)
    .where("title", "=", title)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id: row.id,
    sections: JSON.parse(row.sections) as PlainSection[],
    steps: row.steps === null ? null : (JSON.parse(row.steps) as MeetingStep[]),
  };
}

export async function insertOwn(db: Db, row: Insertable<Database["own_templates"]>): Promise<void> {
  await db.insertInto("own_templates").values(row).execute();
}
