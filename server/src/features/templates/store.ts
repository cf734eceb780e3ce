import type { Db } from "../../deps.ts";

export async function addUse(db: Db, key: string): Promise<void> {
  await db
    .insertInto("template_counts")
    .values({ template_key: key, count: 1 })
    .onConflict((c) => c.column("template_key").doUpdateSet((eb) => ({ count: eb("template_counts.count", "+", 1) })))
    .execute();
}
