import { boardFile, type FileSticker } from "@retro/contract/board-file";
import { limits } from "@retro/contract/limits";
import { safeParse } from "zod/v4/core";
import { fieldError } from "../../../http/errors/app-error.ts";
import { ValidationError } from "../../../http/errors/validation.ts";
import type { ImportedAction } from "../../actions/action-import.ts";
import type { ImportedSection } from "../../boards/board-import.ts";
import type { ImportedSticker } from "../../stickers/sticker-import.ts";
import { findJsonFault, lineAt } from "./json-fault.ts";

/** A board from a file. */
export interface ParsedBoard {
  title: string;
  description: string;
  sections: ImportedSection[];
  actions?: ImportedAction[];
}

interface Defaults {
  /** Replaces a text that was hidden from the user who made the file. */
  hidden: string;
  now: number;
}

/**
 * Reads a board's JSON file (X5).
 * @throws AppError 422 on `line N` if the text is no JSON, else on the path of the first error
 */
export function readBoardFile(text: string, { hidden, now }: Defaults): ParsedBoard {
  const input = parseJson(text);
  if (typeof input !== "object" || input === null || Array.isArray(input))
    throw fieldError("line 1", "validation.boardFile");
  refuseTooManyStickers(input);
  const result = safeParse(boardFile, input);
  if (!result.success) throw new ValidationError(result.error.issues.slice(0, 1), input);
  const { board, sections, actions = [] } = result.data;
  const past = (time: string | undefined) => (time === undefined ? now : Math.min(now, Date.parse(time)));

  const sticker = ({ text: title, style, votes, created_at, stickers }: FileSticker): ImportedSticker => ({
    title: title ?? hidden,
    style: style ?? {},
    votes: votes ?? 0,
    createdAt: past(created_at),
    stickers: (stickers ?? []).map(sticker),
  });
  return {
    title: board.title,
    description: board.description ?? "",
    sections: sections.map(({ title, style, columns }) => ({
      title,
      style,
      columns: columns.map((stickers) => stickers.map(sticker)),
    })),
    actions: actions.map((action) => ({
      text: action.text ?? hidden,
      owner: action.owner || null,
      dueOn: action.due_on ?? null,
      status: action.status,
      createdAt: past(action.created_at),
      statusAt: past(action.status_at),
      source: action.source ?? null,
    })),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fieldError(`line ${lineAt(text, findJsonFault(text))}`, "validation.notJson");
  }
}

/** Refuses too many or too deeply nested stickers before the schema reads them, without recursion: a hostile file costs little. */
function refuseTooManyStickers(input: unknown): void {
  const listOf = (value: unknown, key: string): unknown[] => {
    const list =
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
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
