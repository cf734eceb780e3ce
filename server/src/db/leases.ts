import type { Kysely } from "kysely";
import type { Database } from "./schema/schema.ts";

type Db = Kysely<Database>;

export async function takeLease(
  db: Db,
  lease: { name: string; holder: string; now: number; expiresAt: number },
): Promise<string | null> {
  const row = await db
    .insertInto("leases")
    .values({ name: lease.name, holder: lease.holder, expires_at: lease.expiresAt, position: "" })
    .onConflict((c) =>
      c
        .column("name")
        .doUpdateSet({ holder: lease.holder, expires_at: lease.expiresAt })
        .where((eb) =>
          eb.or([eb("leases.holder", "=", lease.holder), eb("leases.expires_at", "<=", lease.now)]),
        ),
    )
    .returning("position")
    .executeTakeFirst();
  return row?.position ?? null;
}

export async function savePosition(
  db: Db,
  { name, holder, position }: { name: string; holder: string; position: string },
): Promise<void> {
  await db
    .updateTable("leases")
    .set({ position })
    .where("name", "=", name)
    .where("holder", "=", holder)
    .execute();
}

export async function endLease(db: Db, name: string, holder: string): Promise<void> {
  await db
    .updateTable("leases")
    .set({ expires_at: 0 })
    .where("name", "=", name)
    .where("holder", "=", holder)
    .execute();
}
