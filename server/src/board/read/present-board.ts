import type { Board, BoardListRow } from "@retro/contract/boards";
import { limits } from "@retro/contract/limits";
import { facilitationOf } from "../parts/board-row.ts";
import type { BoardRow } from "../parts/board-store.ts";

export function presentBoard(
  row: BoardRow,
  sections: { id: string; title: string | null }[],
  now: number,
): Board {
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    ...facilitationOf(row),
    ...(row.action_count > 0 && { action_count: row.action_count }),
    sections: sections.map(({ id, title }) => ({ id, title: title ?? "" })),
    version: row.version,
    serverTime: now,
    ...(row.archived_at !== null && { archived: true }),
    ...(row.passphrase_hash !== null && { passphrase: true }),
  };
}

/** What lists say of a board that is locked, archived, in the bin, or has a passphrase. */
export function statesOf(
  row: Pick<BoardRow, "locked" | "archived_at" | "passphrase_hash" | "deleted_at">,
  isReadable: boolean,
): Pick<BoardListRow, "locked" | "archived" | "passphrase" | "bin_until"> {
  return {
    ...(row.locked === 1 && { locked: true }),
    ...(row.archived_at !== null && { archived: true }),
    ...(row.passphrase_hash !== null && { passphrase: isReadable ? "given" : "needed" }),
    ...(row.deleted_at !== null && { bin_until: new Date(row.deleted_at + limits.binMs).toISOString() }),
  };
}
