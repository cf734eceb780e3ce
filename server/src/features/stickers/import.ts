import { randomUUID } from "node:crypto";
import type { StickerStyle } from "@retro/contract/entities";
import { childIndex, orderKeys } from "@retro/rules/tree";
import type { Db } from "../../deps.ts";
import * as store from "./store.ts";

/** A sticker to bring in, what is nested in it with it. */
export interface NewSticker {
  title: string;
  style: StickerStyle;
  /** Votes as a figure: nobody here cast them. */
  votes: number;
  createdAt: number;
  stickers: readonly NewSticker[];
}

/**
 * Puts stickers into the columns of a board that is being made, section by section, with new ids and nobody as their author.
 * @returns how many there were
 */
export async function plantStickers(
  db: Db,
  boardId: string,
  sections: readonly (readonly (readonly NewSticker[])[])[],
): Promise<number> {
  const index = childIndex((await store.loadNodes(db, boardId)).values());
  const rows: store.ItemRow[] = [];
  const plant = (parentId: string, stickers: readonly NewSticker[]): void => {
    const orders = orderKeys(stickers.length);
    for (const [i, { title, style, votes, createdAt, stickers: nested }] of stickers.entries()) {
      const id = randomUUID();
      const order = orders[i] as string;
      const row = store.newRow({
        id,
        boardId,
        parentId,
        kind: "sticker",
        order,
        now: createdAt,
        title,
        style,
      });
      rows.push({ ...row, imported_votes: votes });
      plant(id, nested);
    }
  };
  for (const [i, section] of (index.get(null) ?? []).entries())
    for (const [j, column] of (index.get(section.id) ?? []).entries())
      plant(column.id, sections[i]?.[j] ?? []);
  await store.insertRows(db, rows);
  return rows.length;
}
