import type { BoardContent, LeftOut } from "@retro/contract/files/board-file";

/** The text of a file; `json` is undefined unless it begins as JSON does. */
export interface SourceFile {
  text: string;
  json: unknown;
  /** The user's: another tool may store a day as a time, which can be another day in UTC. */
  timeZone: string;
}

export interface ImportedFile {
  content: BoardContent;
  leftOut: LeftOut[];
}

/** Reads the files of one tool. It recognises them by their content. */
export interface Reader {
  recognises: (file: SourceFile) => boolean;
  /** @param title of a board whose file has none */
  read: (file: SourceFile, title: string) => ImportedFile;
}
