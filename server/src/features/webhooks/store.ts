import { limits } from "@retro/contract/limits";
import type { Selectable } from "kysely";
import type { Database } from "../../db/schema/schema.ts";
import type { Db } from "../../deps.ts";
import { setHookState } from "./message-store.ts";

export type HookRow = Selectable<Database["webhooks"]>;

/** Whose hooks: a space's, or the server's (null). */
export type Place = string | null;

export async function hasHooks(db: Db): Promise<boolean> {
  const first = await db.selectFrom("webhooks").select("id").orderBy("id").limit(1).executeTakeFirst();
  return first !== undefined;
}

const inPlace = (place: Place) => [place === null ? "is" : "=", place] as const;

export async function listHooks(db: Db, place: Place): Promise<HookRow[]> {
  return db
    .selectFrom("webhooks")
    .selectAll()
    .where("space_id", ...inPlace(place))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

export async function insertHook(db: Db, row: HookRow): Promise<void> {
  await db.insertInto("webhooks").values(row).execute();
}

export async function findHook(db: Db, place: Place, id: string): Promise<HookRow | undefined> {
  return db
    .selectFrom("webhooks")
    .selectAll()
    .where("id", "=", id)
    .where("space_id", ...inPlace(place))
    .executeTakeFirst();
}

export async function findHookById(db: Db, id: string): Promise<HookRow | undefined> {
  return db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function deleteHook(db: Db, id: string): Promise<void> {
  await db.deleteFrom("webhook_messages").where("hook_id", "=", id).execute();
  await db.deleteFrom("webhooks").where("id", "=", id).execute();
}

/** A former member may have made any of them [J5]. */
export async function switchOffAfterRotation(db: Db, spaceId: string): Promise<void> {
  const hooks = await db
    .selectFrom("webhooks")
    .select("id")
    .where("space_id", "=", spaceId)
    .where("state", "=", "on")
    .execute();
  for (const { id } of hooks) await setHookState(db, id, "link_replaced");
}

/** The last attempts of each: of `action.due` more are kept. */
export async function deliveriesOf(db: Db, hookIds: readonly string[]) {
  const each = hookIds.map((id) =>
    db
      .selectFrom("webhook_deliveries")
      .selectAll()
      .where("hook_id", "=", id)
      .orderBy("at", "desc")
      .orderBy("id")
      .limit(limits.webhooks.kept)
      .execute(),
  );
  return (await Promise.all(each)).flat();
}
