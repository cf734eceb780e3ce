import type { BoardContent } from "@retro/contract/board-file";
import type { Locale } from "@retro/contract/messages/catalogue";
import type { DataSource } from "../../../db/engines/read-only.ts";

export type ExportKind = "pdf" | "excel" | "markdown" | "csv" | "json" | "ics";

export interface ExportTask {
  task: "export";
  kind: ExportKind;
  boardId: string;
  userId: string;
  present: string[];
  locale: Locale;
  zone: string;
  now: number;
}

export interface PersonalDataTask {
  task: "personal data";
  userId: string;
  now: number;
}

export interface ImportTask {
  task: "import";
  kind: "json" | "csv";
  bytes: Uint8Array;
  title: string;
}

export interface ExportedFile {
  title: string;
  parts: Uint8Array[];
}

export type DocumentTask = ExportTask | ImportTask | PersonalDataTask;
export type DocumentResult = ExportedFile | BoardContent;

export interface DocumentWorkerData {
  source: DataSource;
}
