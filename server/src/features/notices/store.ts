import { randomUUID } from "node:crypto";
import type { NoticesTable } from "../../db/schema.ts";
import type { Db } from "../../deps.ts";

export async function insertNotice(db: Db, notice: Omit<NoticesTable, "id">): Promise<void> {
  await db
    .insertInto("notices")
    .values({ id: randomUUID(), ...notice })
    .execute();
}

export async function listNotices(db: Db): Promise<NoticesTable[]> {
  return db.selectFrom("notices").selectAll().orderBy("created_at").execute();
}
