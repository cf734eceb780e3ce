import { randomUUID } from "node:crypto";
import { limits } from "@retro/contract/limits";
import type { CompiledQuery } from "kysely";
import type { Db } from "../../deps.ts";

export interface Membership {
  since: number;
  /** The last key that the user has shown is the present one. */
  hasPresentKey: boolean;
}

export async function findMembership(
  db: Db,
  spaceId: string,
  userId: string,
): Promise<Membership | undefined> {
  const row = await db
    .selectFrom("space_members")
    .innerJoin("spaces", "spaces.id", "space_members.space_id")
    .select(["space_members.since", "space_members.key_hash", "spaces.key_hash as present"])
    .where("space_members.space_id", "=", spaceId)
    .where("space_members.user_id", "=", userId)
    .executeTakeFirst();
  return row && { since: row.since, hasPresentKey: row.key_hash === row.present };
}

/** @param keyHash of the space's present key; null: the user has not shown one */
export async function recordMember(
  db: Db,
  member: { spaceId: string; userId: string; keyHash: string | null },
  now: number,
): Promise<void> {
  const { spaceId, userId, keyHash } = member;
  await db
    .insertInto("space_members")
    .values({ space_id: spaceId, user_id: userId, since: now, key_hash: keyHash })
    .onConflict((c) =>
      keyHash === null
        ? c.columns(["space_id", "user_id"]).doNothing()
        : c.columns(["space_id", "user_id"]).doUpdateSet({ key_hash: keyHash }),
    )
    .execute();
}

/** Of these boards, those that the user has made and that are in a space whose present key they have not shown. */
export async function boardsInOtherSpaces(
  db: Db,
  boardIds: readonly string[],
  userId: string,
): Promise<ReadonlySet<string>> {
  if (boardIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("boards")
    .leftJoin("spaces", "spaces.id", "boards.space_id")
    .leftJoin("space_members", (join) =>
      join
        .onRef("space_members.space_id", "=", "spaces.id")
        .onRef("space_members.key_hash", "=", "spaces.key_hash")
        .on("space_members.user_id", "=", userId),
    )
    .select(["boards.id", "boards.space_id", "space_members.user_id as member"])
    .where("boards.id", "in", boardIds)
    .where("boards.creator_id", "=", userId)
    .execute();
  return new Set(
    rows.filter(({ space_id, member }) => space_id !== null && member === null).map(({ id }) => id),
  );
}

/** Puts a board into a space, or into none. */
export function placeWrite(db: Db, boardId: string, spaceId: string | null): CompiledQuery {
  return db.updateTable("boards").set({ space_id: spaceId }).where("id", "=", boardId).compile();
}

interface Departure {
  boardId: string;
  spaceId: string;
}

export async function recordDeparture(
  db: Db,
  { boardId, spaceId }: Departure,
  now: number,
  claimUntil: number | null,
): Promise<void> {
  await forgetDepartures(db, boardId, spaceId);
  const row = { id: randomUUID(), board_id: boardId, space_id: spaceId };
  await db
    .insertInto("space_departures")
    .values({ ...row, left_at: now, claim_until: claimUntil })
    .execute();
}

/** @param spaceId absent: of all spaces, because the board's creator has taken it out */
export async function forgetDepartures(db: Db, boardId: string, spaceId?: string): Promise<void> {
  await db
    .deleteFrom("space_departures")
    .where("board_id", "=", boardId)
    .$if(spaceId !== undefined, (query) => query.where("space_id", "=", spaceId ?? ""))
    .execute();
}

/** A member has taken the board out of this space before. */
export async function hasDeparted(db: Db, { boardId, spaceId }: Departure, now: number): Promise<boolean> {
  const row = await db
    .selectFrom("space_departures")
    .select("id")
    .where("board_id", "=", boardId)
    .where("space_id", "=", spaceId)
    .where("left_at", ">", now - limits.takeBackMs)
    .executeTakeFirst();
  return row !== undefined;
}

/** The link was replaced: what left with the old key, members take back. */
export async function makeDeparturesClaimable(db: Db, spaceId: string, now: number): Promise<void> {
  await db
    .updateTable("space_departures")
    .set({ claim_until: now + limits.takeBackMs })
    .where("space_id", "=", spaceId)
    .where("claim_until", "is", null)
    .where("left_at", ">=", now - limits.takeBackMs)
    .execute();
}

export async function findClaimable(
  db: Db,
  spaceId: string,
  now: number,
): Promise<{ board_id: string; left_at: number }[]> {
  return db
    .selectFrom("space_departures")
    .select(["board_id", "left_at"])
    .where("space_id", "=", spaceId)
    .where("claim_until", ">", now)
    .orderBy("board_id")
    .execute();
}
