import { boardFileFormat } from "@retro/contract/files/board-file";
import { hasColumns } from "../../csv/csv-lines.ts";
import { csvRequired, readCsv } from "../import-csv.ts";
import { readBoardFile } from "../import-json.ts";
import { isRecord } from "./json-shape.ts";
import type { Reader } from "./reader.ts";

export const ownJson: Reader = {
  recognises: ({ json }) => isRecord(json) && json.format === boardFileFormat,
  read: ({ json }) => ({ content: readBoardFile(json), leftOut: [] }),
};

export const ownCsv: Reader = {
  recognises: ({ text, json }) => json === undefined && hasColumns(text, csvRequired),
  read: ({ text }, title) => ({ content: readCsv(text, title), leftOut: [] }),
};
