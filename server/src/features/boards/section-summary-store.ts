import { sql } from "kysely";
import type { Db } from "../../deps.ts";

export async function sectionsOf(db: Db, boardIds: readonly string[]) {
  return db
    .selectFrom("items")
    .select(["id", "board_id", "title", "style"])
    .where("board_id", "in", boardIds)
    .where("parent_id", "is", null)
    .orderBy("board_id")
    .orderBy("order_key")
    .orderBy("id")
    .execute();
}

export interface ParentCount {
  id: string;
  parent_id: string | null;
  children: number;
}

/** Counts in the index alone, and reads only columns and groups, not the stickers. */
export async function countChildren(db: Db, boardIds: readonly string[]): Promise<ParentCount[]> {
  const { rows } = await sql<ParentCount>`
    select p.id, p.parent_id, c.children from
      (select parent_id, count(*) as children from items
        where board_id in (${sql.join(boardIds)}) and parent_id is not null group by board_id, parent_id) as c
      join items p on p.id = c.parent_id`.execute(db);
  return rows.map((row) => ({ ...row, children: Number(row.children) }));
}
