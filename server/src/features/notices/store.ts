import { randomUUID } from "node:crypto";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";

export async function insertNotice(db: Db, notice: Omit<Database["notices"], "id">): Promise<void> {
  await db
    .insertInto("notices")
    .values({ id: randomUUID(), ...notice })
    .execute();
}

export async function listNotices(db: Db, from: number): Promise<Database["notices"][]> {
  return db.selectFrom("notices").selectAll().where("created_at", ">=", from).orderBy("created_at").execute();
}
