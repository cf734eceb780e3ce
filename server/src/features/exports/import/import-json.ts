import { type BoardFile, boardFile, boardFileFormat } from "@retro/contract/files/board-file";
import { limits } from "@retro/contract/limits";
import { safeParse } from "zod/v4/core";
import { fieldError } from "../../../http/errors/app-error.ts";
import { ValidationError } from "../../../http/errors/validation.ts";
import { isRecord } from "./readers/json-shape.ts";
import type { Reader } from "./readers/reader.ts";

export const ownJson: Reader = {
  recognises: ({ json }) => isRecord(json) && json["format"] === boardFileFormat,
  read: ({ json }) => ({ content: readBoardFile(json), leftOut: [] }),
};

export function readBoardFile(input: unknown): BoardFile {
  if (!isRecord(input)) throw fieldError("line 1", "validation.boardFile");
  refuseTooManyStickers(input);
  const result = safeParse(boardFile, input);
  if (!result.success) throw new ValidationError(result.error.issues.slice(0, 1), input);
  return result.data;
}

/** Before the schema reads them, and without recursion: a hostile file costs little. */
function refuseTooManyStickers(input: unknown): void {
  const listOf = (value: unknown, key: string): unknown[] => {
    const list = isRecord(value) ? value[key] : undefined;
    return Array.isArray(list) ? list : [];
  };
  let count = 0;
  let level = listOf(input, "sections").flatMap((section, i) =>
    listOf(section, "columns").flatMap((column, j) =>
      (Array.isArray(column) ? column : []).map((sticker: unknown, k) => ({
        sticker,
        path: `sections.${i}.columns.${j}.${k}`,
      })),
    ),
  );
  for (let depth = 1; level.length > 0; depth += 1) {
    count += level.length;
    const last = level.at(-1)?.path ?? "";
    if (count > limits.import.stickers)
      throw fieldError(last, "validation.tooManyStickers", { max: limits.import.stickers });
    if (depth > limits.maxNesting)
      throw fieldError(level[0]?.path ?? "", "validation.tooDeep", { max: limits.maxNesting });
    level = level.flatMap(({ sticker, path }) =>
      listOf(sticker, "stickers").map((nested, i) => ({ sticker: nested, path: `${path}.stickers.${i}` })),
    );
  }
}
