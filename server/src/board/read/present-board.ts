import type { Board } from "@retro/contract/entities";
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
