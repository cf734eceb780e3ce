import { limits } from "@retro/contract/limits";
import type { BoardShelf } from "@retro/contract/lists";
import type { SpaceDefaults } from "@retro/contract/spaces/spaces";
import { type RawBuilder, sql } from "kysely";
import { isPassphraseGiven } from "../../board/turn/pass-store.ts";
import type { Db } from "../../deps.ts";

export interface SpaceRow {
  id: string;
  channel: string;
  name: string;
  defaults: SpaceDefaults;
  tracker: string | null;
}

export async function insertSpace(
  db: Db,
  space: { id: string; key_hash: string; channel: string; name: string; created_at: number },
): Promise<void> {
  await db
    .insertInto("spaces")
    .values({ ...space, defaults: "{}" })
    .execute();
}

const columns = ["id", "channel", "name", "defaults", "tracker"] as const;
const toSpace = (row: Omit<SpaceRow, "defaults"> & { defaults: string }): SpaceRow => ({
  ...row,
  defaults: JSON.parse(row.defaults) as SpaceDefaults,
});

export async function findSpace(db: Db, keyHash: string): Promise<SpaceRow | undefined> {
  const row = await db
    .selectFrom("spaces")
    .select(columns)
    .where("key_hash", "=", keyHash)
    .executeTakeFirst();
  return row && toSpace(row);
}

/**
 * Locks the space's row until the transaction ends: nobody else counts its templates, moves boards or
 * replaces its link. Lock a board's row first.
 */
export async function lockSpace(
  db: Db,
  [column, value]: [column: "id" | "key_hash", value: string],
): Promise<SpaceRow | undefined> {
  const row = await db
    .updateTable("spaces")
    .set((eb) => ({ defaults: eb.ref("defaults") }))
    .where(column, "=", value)
    .returning(columns)
    .executeTakeFirst();
  return row && toSpace(row);
}

type TextField = "name" | "tracker";

/**
 * @param from nothing is saved if the field has another value; undefined: any value
 * @returns the space's id, undefined if nothing was saved
 */
export async function updateSpaceText(
  db: Db,
  keyHash: string,
  fields: { name: string } | { tracker: string | null },
  from: string | null | undefined,
): Promise<string | undefined> {
  const [field] = Object.keys(fields) as [TextField];
  const row = await db
    .updateTable("spaces")
    .set(fields)
    .where("key_hash", "=", keyHash)
    .$if(from !== undefined, (query) => query.where(field, from === null ? "is" : "=", from as string))
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

export async function spacesAfter(
  db: Db,
  after: string,
  most: number,
): Promise<{ id: string; created_at: number; defaults: string }[]> {
  return db
    .selectFrom("spaces")
    .select(["id", "created_at", "defaults"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(most)
    .execute();
}

/** Without a board, not even in the bin, and without a template. */
export async function deleteEmptySpace(db: Db, spaceId: string): Promise<boolean> {
  await lockSpace(db, ["id", spaceId]);
  const { numDeletedRows } = await db
    .deleteFrom("spaces")
    .where("id", "=", spaceId)
    .where("defaults", "=", "{}")
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("boards").select("boards.id").where("boards.space_id", "=", spaceId))),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom("space_templates").select("space_templates.id").where("space_id", "=", spaceId),
        ),
      ),
    )
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function replaceKey(
  db: Db,
  oldHash: string,
  next: { key_hash: string; channel: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("spaces")
    .set(next)
    .where("key_hash", "=", oldHash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findDefaults(db: Db, spaceId: string): Promise<SpaceDefaults | undefined> {
  const row = await db.selectFrom("spaces").select("defaults").where("id", "=", spaceId).executeTakeFirst();
  return row && (JSON.parse(row.defaults) as SpaceDefaults);
}

export async function mergeDefaults(db: Db, spaceId: string, values: SpaceDefaults): Promise<void> {
  const space = await lockSpace(db, ["id", spaceId]);
  if (space === undefined) return;
  const defaults = JSON.stringify({ ...space.defaults, ...values });
  if (defaults === JSON.stringify(space.defaults)) return;
  await db.updateTable("spaces").set({ defaults }).where("id", "=", spaceId).execute();
}

export async function findSpaceOf(
  db: Db,
  boardId: string,
  keyHashes: readonly string[],
): Promise<{ key_hash: string; name: string; tracker: string | null } | undefined> {
  return db
    .selectFrom("boards")
    .innerJoin("spaces", "spaces.id", "boards.space_id")
    .select(["spaces.key_hash", "spaces.name", "spaces.tracker"])
    .where("boards.id", "=", boardId)
    .where("boards.deleted_at", "is", null)
    .where("spaces.key_hash", "in", keyHashes)
    .executeTakeFirst();
}

export interface BoardPlacement {
  space_id: string | null;
  facilitator_id: string | null;
  creator_id: string | null;
}

/** Locks a board's row until the transaction ends: nobody else can take its seat or move it. */
export async function lockPlacement(
  db: Db,
  boardId: string,
  { evenInBin = false } = {},
): Promise<BoardPlacement | undefined> {
  return db
    .updateTable("boards")
    .set((eb) => ({ space_id: eb.ref("space_id") }))
    .where("id", "=", boardId)
    .$if(!evenInBin, (query) => query.where("deleted_at", "is", null))
    .returning(["space_id", "facilitator_id", "creator_id"])
    .executeTakeFirst();
}

/** Null: the creator is erased, or it is not stored when they were seen. */
export async function lastSeenOf(db: Db, userId: string): Promise<number | null> {
  const row = await db.selectFrom("users").select("seen_at").where("id", "=", userId).executeTakeFirst();
  return row?.seen_at ?? null;
}

export async function findUserName(db: Db, userId: string): Promise<string> {
  const row = await db.selectFrom("users").select("name").where("id", "=", userId).executeTakeFirst();
  return row?.name ?? "";
}

/** The members of this space who had its key when the board was closed open it [M5]. */
export async function setClosedIn(db: Db, boardId: string, spaceId: string): Promise<void> {
  await db
    .updateTable("boards")
    .set({ passphrase_space_id: spaceId })
    .where("id", "=", boardId)
    .where("passphrase_hash", "is not", null)
    .execute();
}

/** Boards that members may take back [G15]. Run it on `database.reader`. */
export async function listMovedAway(
  db: Db,
  spaceId: string,
  userId: string,
  now: number,
): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom("space_departures")
    .innerJoin("boards", "boards.id", "space_departures.board_id")
    .select("boards.id")
    .select(
      sql<string>`case when ${isPassphraseGiven("boards", userId)} then boards.title else '' end`.as("title"),
    )
    .where("space_departures.space_id", "=", spaceId)
    .where("space_departures.claim_until", ">", now)
    .orderBy("boards.created_at", "desc")
    .orderBy("boards.id")
    .limit(limits.spaceBoards)
    .execute();
}

export interface BoardPlace {
  createdAt: number;
  id: string;
}

/** A page of a shelf of a space's boards, the newest first. Run it on `database.reader`. */
export async function listBoards(
  db: Db,
  spaceId: string,
  userId: string,
  which: { after: BoardPlace | undefined; size: number; shelf: BoardShelf; binnedAfter: number },
) {
  const { after, size, shelf, binnedAfter } = which;
  const boards = db.selectFrom("boards").where("space_id", "=", spaceId);
  const shelved =
    shelf === "bin"
      ? boards.where("deleted_at", ">", binnedAfter)
      : boards
          .where("deleted_at", "is", null)
          .where("archived_at", shelf === "archived" ? "is not" : "is", null);
  return shelved
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(eb.refTuple("created_at", "id"), "<", eb.tuple(after?.createdAt ?? 0, after?.id ?? "")),
      ),
    )
    .select([
      "id",
      "title",
      "section_count",
      "sticker_count",
      "created_at",
      "facilitator_id",
      "passphrase_hash",
      "locked",
      "archived_at",
      "deleted_at",
    ])
    .select(sql<number>`case when ${isPassphraseGiven("boards", userId)} then 1 else 0 end`.as("is_readable"))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(size)
    .execute();
}

/** All boards of a space but those in the bin, the oldest first. Run it on `database.reader`. */
export async function boardIdsOf(db: Db, spaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("boards")
    .select("id")
    .where("space_id", "=", spaceId)
    .where("deleted_at", "is", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

const countIf = (condition: RawBuilder<unknown>) =>
  sql<number>`sum(case when ${condition} then 1 else 0 end)`;

/** Not in the bin, in the archive, and in the bin. One index has all: run it on `database.reader`. */
export async function countBoardsByDay(
  db: Db,
  spaceId: string,
  binnedAfter: number,
): Promise<{ day: number; kept: number; archived: number; binned: number }[]> {
  // A literal: with a parameter SQLite's division would give a fraction.
  const day = sql<number>`created_at / 86400000`;
  return db
    .selectFrom("boards")
    .select([
      day.as("day"),
      countIf(sql`deleted_at is null`).as("kept"),
      countIf(sql`deleted_at is null and archived_at is not null`).as("archived"),
      countIf(sql`deleted_at > ${binnedAfter}`).as("binned"),
    ])
    .where("space_id", "=", spaceId)
    .groupBy(day)
    .execute();
}
