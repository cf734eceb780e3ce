import type { Locale } from "@retro/contract/messages/catalogue";
import type { PreviewChoices, TableChoices } from "@retro/contract/files/table-import";
import type { ImportedFile } from "../import/readers/reader.ts";
import type { UntranslatedPreview } from "../import/table/preview.ts";

export type ExportKind = "pdf" | "excel" | "markdown" | "csv" | "json" | "ics";

export interface ExportTask {
  task: "export";
  kind: ExportKind;
  boardId: string;
  userId: string;
  present: string[];
  locale: Locale;
  dateLocale: string;
  zone: string;
  now: number;
}

export interface ArchiveTask {
  task: "archive";
  boardIds: string[];
  userId: string;
  locale: Locale;
  dateLocale: string;
  now: number;
}

export interface PersonalDataTask {
  task: "personal data";
  userId: string;
  now: number;
}

export interface ImportTask {
  task: "import";
  bytes: Uint8Array;
  title: string;
  /** Without one, UTC. */
  timeZone?: string | undefined;
  choices: TableChoices;
}

export interface PreviewTask extends Omit<ImportTask, "task" | "choices"> {
  task: "preview";
  choices: PreviewChoices;
}

export type DocumentTask = ExportTask | ArchiveTask | PersonalDataTask;

/** The board's title, empty for an archive and for the data of a user. All parts of the file have been sent. */
export interface DocumentResult {
  title: string;
}

/** The content of the file, or what an import of it would make. */
export type ReadResult = ImportedFile | UntranslatedPreview;
