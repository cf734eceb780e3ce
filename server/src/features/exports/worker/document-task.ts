import type { BoardContent } from "@retro/contract/board-file";
import type { Locale } from "@retro/contract/messages/catalogue";
import type { DataSource } from "../../../db/engines/read-only.ts";

export type ExportKind = "pdf" | "excel" | "markdown" | "csv" | "json" | "ics";

/** Make a file of a board, as one user may see it when the worker reads it. */
export interface ExportTask {
  task: "export";
  kind: ExportKind;
  boardId: string;
  userId: string;
  /** Ids of the users who are on the board now: only the main thread knows them. */
  present: string[];
  locale: Locale;
  zone: string;
  /** Epoch milliseconds. */
  now: number;
}

/** Make the file of everything that is stored about a user [P6]. */
export interface PersonalDataTask {
  task: "personal data";
  userId: string;
  /** Epoch milliseconds. */
  now: number;
}

/** Read and check a file that a board is to be made from. */
export interface ImportTask {
  task: "import";
  kind: "json" | "csv";
  bytes: Uint8Array;
  /** The title of a board made from CSV. */
  title: string;
}

export interface ExportedFile {
  /** The board's title; empty for the data of a user. */
  title: string;
  parts: Uint8Array[];
}

export type DocumentTask = ExportTask | ImportTask | PersonalDataTask;
export type DocumentResult = ExportedFile | BoardContent;

/** What a worker thread is started with. */
export interface DocumentWorkerData {
  source: DataSource;
}
