import { sql } from "kysely";
import { isPassphraseGiven } from "../../board/turn/pass-store.ts";
import { searchIndexOf, type SearchScope } from "../../db/search-index.ts";
import type { Db } from "../../deps.ts";

export interface FoundText {
  kind: "board" | "sticker" | "action";
  ref: string;
  board_id: string;
  board_title: string;
  board_created_at: number;
  archived_at: number | null;
  facilitator_id: string | null;
  facilitator_options: string;
  timer: string;
  locked: number;
  text: string | null;
  /** Of a sticker: the name of its group, and its note. */
  name: string | null;
  note: string | null;
  /** Of an action: the address of its issue. */
  link: string | null;
  user_id: string | null;
  source_item_id: string | null;
  source_user_id: string | null;
}

/** One statement reads index, boards and texts. The caller decides whether a text is hidden. */
export async function findTexts(
  db: Db,
  { userId, ...scope }: SearchScope & { userId: string },
  words: readonly string[],
  most: number,
): Promise<FoundText[]> {
  if (most <= 0) return [];
  const index = searchIndexOf(db);
  const { rows } = await sql<FoundText>`
    select f.kind, f.ref, b.id as board_id, b.title as board_title, b.created_at as board_created_at, b.archived_at,
      b.facilitator_id, b.facilitator_options, b.timer, b.locked, coalesce(i.title, a.text) as text, i.name, i.note, a.link,
      coalesce(i.user_id, a.user_id) as user_id, a.source_item_id, a.source_user_id
    from ${index.matching(scope, words)} f
    ${index.lookUp("join", ["boards", "b"], sql`b.id = f.board_id`)}
    ${index.lookUp("left join", ["items", "i"], sql`f.kind = 'sticker' and i.id = f.ref`)}
    ${index.lookUp("left join", ["actions", "a"], sql`f.kind = 'action' and a.id = f.ref`)}
    where b.space_id = ${scope.spaceId} and b.deleted_at is null
      and ${isPassphraseGiven("b", userId)}
      and (f.kind = 'board' or b.facilitator_id = ${userId}
        or b.facilitator_options not like '%"hideContent":true%' or i.user_id = ${userId}
        or (a.id is not null and (a.source_item_id is null or a.source_user_id = ${userId} or a.user_id = ${userId})))
    order by f.docid desc limit ${most}`.execute(db);
  return rows;
}
