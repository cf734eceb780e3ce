import { boardFileFormat, boardFileVersion, type BoardFile, type FileSticker } from "@retro/contract/export";
import type { BoardView, ViewSticker } from "./view.ts";

/** The board as a file that `POST boards/import` takes back; `contract/export` holds its schema. */
export function toBoardFile(view: BoardView): BoardFile {
  return {
    format: boardFileFormat,
    version: boardFileVersion,
    exported_at: view.exportedAt,
    board: { title: view.title, description: view.description, created_at: view.createdAt },
    sections: view.sections.map(({ title, style, columns }) => ({
      title,
      style,
      columns: columns.map((stickers) => stickers.map(toFileSticker)),
    })),
  };
}

function toFileSticker({ text, style, votes, createdAt, stickers }: ViewSticker): FileSticker {
  return { text, style, votes, created_at: createdAt, stickers: stickers.map(toFileSticker) };
}
