import { limits } from "@retro/contract/limits";
import type { BoardShelf } from "@retro/contract/lists";
import type { SpaceBoard } from "@retro/contract/spaces";
import { mayManageBoard } from "@retro/rules/permissions";
import { hasPass } from "../../board/pass-store.ts";
import type { Db } from "../../deps.ts";
import * as store from "./store.ts";

/** A page of a space's boards, of its archive or of its bin, as a user may see them (G1, M3 to M5). */
export async function shelfOf(
  db: Db,
  spaceId: string,
  userId: string,
  { now, ...which }: { page: number; shelf: BoardShelf; now: number },
): Promise<SpaceBoard[]> {
  const binnedAfter = now - limits.binMs;
  const rows = await store.listBoards(db, spaceId, { ...which, binnedAfter, size: limits.spaceBoards });
  return Promise.all(
    rows.map(async (row) => {
      const isReadable = row.passphrase_hash === null || (await hasPass(db, row.id, userId));
      return presentRow(row, userId, isReadable);
    }),
  );
}

type Row = Awaited<ReturnType<typeof store.listBoards>>[number];

/** Members who have not given the board's passphrase see that it is there, and nothing of it [M5]. */
function presentRow(row: Row, userId: string, isReadable: boolean): SpaceBoard {
  return {
    id: row.id,
    title: isReadable ? row.title : "",
    section_count: isReadable ? row.section_count : 0,
    sticker_count: isReadable ? row.sticker_count : 0,
    created_at: new Date(row.created_at).toISOString(),
    can_edit: isReadable && mayManageBoard(row, userId) === null,
    ...(row.locked === 1 && { locked: true }),
    ...(row.archived_at !== null && { archived: true }),
    ...(row.passphrase_hash !== null && { passphrase: isReadable ? "given" : "needed" }),
    ...(row.deleted_at !== null && { bin_until: new Date(row.deleted_at + limits.binMs).toISOString() }),
  };
}
