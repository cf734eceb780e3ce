import * as z from "zod/mini";
import { leftOutKinds } from "./board-file.ts";
import { limits } from "../limits.ts";

/** A table of no known tool: which column is what, and how its text is read [X5]. */

/** `stickers`: every cell is a sticker, of a section that is named like the column. */
export const columnRoles = ["text", "section", "votes", "group", "author", "kind", "stickers"] as const;
export type ColumnRole = (typeof columnRoles)[number];
/** Of a column that is not imported. */
export type ColumnChoice = ColumnRole | "";

const isColumnChoice = (name: string): boolean => name === "" || columnRoles.some((role) => role === name);

export const tableEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1251", "windows-1252"] as const;
export type TableEncoding = (typeof tableEncodings)[number];

export const tableDelimiters = ["comma", "semicolon", "tab", "pipe"] as const;
export type TableDelimiter = (typeof tableDelimiters)[number];

/** The query of an import and of its preview. What is absent is guessed by the preview. */
export const tableChoices = {
  /** The roles in the order of the columns: `text,,votes`. */
  columns: z.optional(
    z.string().check(
      z.maxLength(10 * limits.import.columns, { error: "validation.tooManyTableColumns" }),
      z.refine((roles) => roles.split(",").every(isColumnChoice), { error: "validation.invalid" }),
    ),
  ),
  encoding: z.optional(z.enum(tableEncodings, { error: "validation.invalid" })),
  delimiter: z.optional(z.enum(tableDelimiters, { error: "validation.invalid" })),
  /** Of a workbook, from 1. */
  sheet: z.optional(z.string().check(z.regex(/^[1-9]\d{0,3}$/u, { error: "validation.invalid" }))),
  /** Whether the first row has the headings. */
  heading: z.optional(z.enum(["yes", "no"], { error: "validation.invalid" })),
};
const choices = z.object(tableChoices);
export type TableChoices = z.infer<typeof choices>;

/** The query of a preview. `texts`: all texts are wanted, for stickers of a board that exists. */
export const previewChoices = { ...tableChoices, texts: z.optional(z.literal("yes")) };
const choicesOfPreview = z.object(previewChoices);
export type PreviewChoices = z.infer<typeof choicesOfPreview>;

/** What an import would make. Nothing is written. */
const importOutcome = z.object({
  sections: z.array(
    z.object({
      title: z.string(),
      stickers: z.number(),
      /** The first texts, cut. */
      first: z.optional(z.array(z.string())),
    }),
  ),
  stickers: z.number(),
  actions: z.number(),
  leftOut: z.array(z.object({ kind: z.enum(leftOutKinds), count: z.number() })),
});
export type ImportOutcome = z.infer<typeof importOutcome>;

/** What an import with these choices would make. */
export const tablePreview = z.object({
  encoding: z.nullable(z.enum(tableEncodings)),
  delimiter: z.nullable(z.enum(tableDelimiters)),
  sheets: z.array(z.string()),
  sheet: z.number(),
  heading: z.enum(["yes", "no"]),
  columns: z.array(z.object({ heading: z.string(), role: z.enum([...columnRoles, ""]) })),
  /** The first rows, with long cells cut. */
  rows: z.array(z.array(z.string())),
  rowCount: z.number(),
  ...importOutcome.shape,
  /** Why these choices cannot be imported: by line and column. */
  errors: z.record(z.string(), z.array(z.string())),
});
export type TablePreview = z.infer<typeof tablePreview>;

/** `table` is null for a file of a known tool and for a list; `board` is what a list would become. */
export const importPreview = z.object({
  table: z.nullable(tablePreview),
  board: z.nullable(importOutcome),
  texts: z.optional(z.array(z.string())),
});
export type ImportPreview = z.infer<typeof importPreview>;

/** How many stickers and actions of a file are written. */
export const importProgress = z.object({ done: z.number(), total: z.number() });
export type ImportProgress = z.infer<typeof importProgress>;

/**
 * Whether a file means to be JSON, so that its faults are those of JSON. A list may begin with a box (`[ ] Buy
 * tea`), a table with `[Team A]` or a wiki's `{|`.
 * @param start at least the first characters
 */
export function looksLikeJson(start: string): boolean {
  return /^(?:\{\s*(?:["}]|$)|\[\s*(?:["{[]|\]?$))/u.test(start.replace("\uFEFF", "").trim());
}
