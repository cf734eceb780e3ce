import { AppError } from "../../../../http/errors/app-error.ts";
import { hasEqualCells } from "../table/delimiters.ts";
import { readTextTable } from "../table/table.ts";
import { tableBoard } from "../table/table-board.ts";
import type { Reader } from "./reader.ts";

/** A table with a section in each column, such as EasyRetro's. Rows of prose differ in width. */
export const sectionColumns: Reader = {
  recognises({ text, json }) {
    try {
      return (
        json === undefined &&
        hasEqualCells(text) &&
        readTextTable(text).roles.every((role) => role === "stickers")
      );
    } catch (error) {
      if (error instanceof AppError) return false;
      throw error;
    }
  },
  read: ({ text }, title) => tableBoard(readTextTable(text), title),
};
