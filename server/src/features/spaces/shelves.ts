import { limits } from "@retro/contract/limits";
import type { BoardShelf } from "@retro/contract/lists";
import type { SpaceBoard } from "@retro/contract/spaces/spaces";
import { mayManageBoard } from "@retro/rules/permissions";
import { statesOf } from "../../board/read/present-board.ts";
import type { Db } from "../../deps.ts";
import * as store from "./store.ts";

/** As a user may see them [G1, M3 to M5]. `db`: `database.reader`. */
export async function shelfOf(
  db: Db,
  spaceId: string,
  userId: string,
  { now, ...which }: { after?: store.BoardPlace | undefined; shelf: BoardShelf; now: number },
): Promise<SpaceBoard[]> {
  const rows = await store.listBoards(db, spaceId, userId, {
    after: which.after,
    shelf: which.shelf,
    binnedAfter: now - limits.binMs,
    size: limits.spaceBoards,
  });
  return rows.map((row) => presentRow(row, userId));
}

type Row = Awaited<ReturnType<typeof store.listBoards>>[number];

/** Members who have not given the board's passphrase see that it is there, and nothing of it [M5]. */
function presentRow(row: Row, userId: string): SpaceBoard {
  const isReadable = row.is_readable === 1;
  return {
    id: row.id,
    title: isReadable ? row.title : "",
    section_count: isReadable ? row.section_count : 0,
    sticker_count: isReadable ? row.sticker_count : 0,
    created_at: new Date(row.created_at).toISOString(),
    can_edit: isReadable && mayManageBoard(row, userId) === null,
    ...statesOf(row, isReadable),
  };
}
