import type { Meeting } from "@retro/contract/facilitation/meeting";
import type { Db } from "../../deps.ts";
import { sha256 } from "../../http/session/secrets.ts";

export async function findSpaceChannel(db: Db, spaceId: string): Promise<string | undefined> {
  const row = await db.selectFrom("spaces").select("channel").where("id", "=", spaceId).executeTakeFirst();
  return row?.channel;
}

export async function findKeyHash(db: Db, spaceId: string): Promise<string | undefined> {
  const row = await db.selectFrom("spaces").select("key_hash").where("id", "=", spaceId).executeTakeFirst();
  return row?.key_hash;
}

/** The boards of a space that show its open actions to everybody on them [F9]. */
export async function findReviewingBoards(db: Db, spaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("boards")
    .select(["id", "meeting"])
    .where("space_id", "=", spaceId)
    .where("deleted_at", "is", null)
    .where("meeting", "is not", null)
    .execute();
  return rows
    .filter(({ meeting }) => (JSON.parse(meeting as string) as Meeting).review !== undefined)
    .map(({ id }) => id);
}

export async function isKeyOfSpace(db: Db, spaceId: string | null, key: string | null): Promise<boolean> {
  if (spaceId === null || key === null) return false;
  const row = await db
    .selectFrom("spaces")
    .select("id")
    .where("id", "=", spaceId)
    .where("key_hash", "=", sha256(key))
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks a space's row until the transaction ends, and counts what it has, the bin included. */
export async function countHeldSpace(
  db: Db,
  spaceId: string,
): Promise<{ boards: number; openActions: number }> {
  await db
    .updateTable("spaces")
    .set((eb) => ({ defaults: eb.ref("defaults") }))
    .where("id", "=", spaceId)
    .execute();
  const row = await db
    .selectFrom("boards")
    .leftJoin("action_counts", (join) =>
      join.onRef("action_counts.board_id", "=", "boards.id").on("action_counts.kind", "=", "open"),
    )
    .select((eb) => [eb.fn.countAll<number>().as("boards"), eb.fn.sum<number>("total").as("open_actions")])
    .where("boards.space_id", "=", spaceId)
    .executeTakeFirstOrThrow();
  return { boards: row.boards, openActions: row.open_actions ?? 0 };
}

export async function countOpenActions(db: Db, boardId: string): Promise<number> {
  const row = await db
    .selectFrom("action_counts")
    .select("total")
    .where("board_id", "=", boardId)
    .where("kind", "=", "open")
    .executeTakeFirst();
  return row?.total ?? 0;
}
