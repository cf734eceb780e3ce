import type { BoardShelf, ListQuery } from "@retro/contract/lists";
import { sql } from "kysely";
import { likePattern } from "../../db/fold.ts";
import { listPage, type ListSorts } from "../../db/list-page.ts";
import type { Db } from "../../deps.ts";

/** The one opened last first [B1]. `pass_user_id` is null without the passphrase [M5]. */
export async function listVisited(
  db: Db,
  userId: string,
  { page, per_page, q }: ListQuery,
  { shelf, binnedAfter }: { shelf: BoardShelf; binnedAfter: number },
) {
  let query = db
    .selectFrom("visits")
    .innerJoin("boards", "boards.id", "visits.board_id")
    .leftJoin("board_passes", (join) =>
      join
        .onRef("board_passes.board_id", "=", "boards.id")
        .onRef("board_passes.user_id", "=", "visits.user_id"),
    )
    .where("visits.user_id", "=", userId);
  if (shelf === "bin")
    query = query.where("boards.deleted_at", ">", binnedAfter).where(mayBeRestored(userId));
  else
    query = query
      .where("visits.removed_at", "is", null)
      .where("boards.deleted_at", "is", null)
      .where("boards.archived_at", shelf === "archived" ? "is not" : "is", null);
  if (q)
    query = query
      .where(sql<boolean>`boards.search like ${likePattern(q)} escape '\\'`)
      .where((eb) =>
        eb.or([eb("boards.passphrase_hash", "is", null), eb("board_passes.user_id", "is not", null)]),
      );
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const rows = await query
    .select([
      "boards.id",
      "boards.title",
      "boards.section_count",
      "boards.sticker_count",
      "boards.version",
      "boards.facilitator_id",
      "boards.locked",
      "boards.archived_at",
      "boards.deleted_at",
      "boards.passphrase_hash",
      "board_passes.user_id as pass_user_id",
      "visits.visited_at",
    ])
    .orderBy("visits.visited_at", "desc")
    .orderBy("boards.id")
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute();
  return { rows, total: Number(total) };
}

function mayBeRestored(userId: string) {
  return sql<boolean>`(boards.deleted_by = ${userId} or (visits.removed_at is null and (boards.creator_id = ${userId} or
    boards.passphrase_hash is null or board_passes.user_id is not null)))`;
}

export async function setRemoved(
  db: Db,
  userId: string,
  boardId: string,
  removedAt: number | null,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("visits")
    .set({ removed_at: removedAt })
    .where("user_id", "=", userId)
    .where("board_id", "=", boardId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function visitorsOf(db: Db, boardIds: string[], most: number) {
  const latest = (boardId: string) =>
    db.selectFrom(
      db
        .selectFrom("visits")
        .select(["board_id", "user_id", "visited_at"])
        .where("board_id", "=", boardId)
        .orderBy("visited_at", "desc")
        .orderBy("user_id")
        .limit(most)
        .as("latest"),
    );
  const [first, ...others] = boardIds.map((id) => latest(id).selectAll());
  if (first === undefined) return [];
  const visits = others.reduce((all, each) => all.unionAll(each), first);
  return db
    .selectFrom(visits.as("v"))
    .innerJoin("users", "users.id", "v.user_id")
    .select(["v.board_id", "users.name", "users.color", "users.is_avatar_stickers"])
    .orderBy("v.visited_at", "desc")
    .orderBy("users.id")
    .execute();
}

const sorts: ListSorts<"boards"> = {
  by: new Map([
    ["title", "search"],
    ["section_count", "section_count"],
    ["sticker_count", "sticker_count"],
    ["created_at", "created_at"],
  ]),
  default: "-created_at",
};
export const boardSortNames = [...sorts.by.keys()];

export async function listAll(db: Db, query: ListQuery) {
  return listPage(db, "boards", ["id", "title", "section_count", "sticker_count"], sorts, query);
}
