import { workerData } from "node:worker_threads";
import type { BoardContent } from "@retro/contract/board-file";
import { openReadOnly } from "../../../db/engines/read-only.ts";
import type { Db } from "../../../deps.ts";
import { AppError } from "../../../http/errors/app-error.ts";
import { loadTranslators } from "../../../http/session/locale.ts";
import { type TaskOutcome, captureOutcome } from "../../../jobs/task-outcome.ts";
import { lowerThreadPriority } from "../../../jobs/thread-priority.ts";
import { toCsv } from "../csv/csv.ts";
import type {
  DocumentResult,
  DocumentTask,
  DocumentWorkerData,
  ExportedFile,
  ExportTask,
  ImportTask,
  PersonalDataTask,
} from "./document-task.ts";
import { decodeFile } from "../file-text.ts";
import { toJson } from "../json.ts";
import { toMarkdown } from "../markdown.ts";
import { readExportedBoard, type ExportedBoard } from "../exported-board.ts";

/** The thread of exports and imports. It redacts a board for its user on a read-only connection. */

lowerThreadPriority();
const partBytes = 65_536;
/** Ten times the file of the largest possible board. */
const maxFileBytes = 64_000_000;

let connection: Db | undefined;

export function run(task: DocumentTask): Promise<TaskOutcome<DocumentResult>> {
  return captureOutcome<DocumentResult>(() => {
    switch (task.task) {
      case "export":
        return exportBoard(task);
      case "personal data":
        return exportPersonalData(task);
      case "import":
        return readImport(task);
      default:
        return task satisfies never;
    }
  });
}

async function openConnection(): Promise<Db> {
  return (connection ??= await openReadOnly((workerData as DocumentWorkerData).source));
}

async function exportPersonalData({ userId, now }: PersonalDataTask): Promise<ExportedFile> {
  const { writePersonalData } = await import("../../privacy/personal-data.ts");
  return { title: "", parts: await collectParts(writePersonalData(await openConnection(), userId, now)) };
}

async function exportBoard(task: ExportTask): Promise<ExportedFile> {
  const view = await readExportedBoard(await openConnection(), task);
  return { title: view.title, parts: await collectParts(await writeDocument(view, task)) };
}

async function writeDocument(
  view: ExportedBoard,
  { kind, locale, zone }: ExportTask,
): Promise<AsyncIterable<Buffer> | Iterable<string>> {
  const t = (await loadTranslators())[locale];
  switch (kind) {
    case "pdf":
      return (await import("../pdf/pdf.ts")).toPdf(view, { t, locale, zone });
    case "excel":
      return (await import("../csv/excel.ts")).toExcel(view, t, zone);
    case "markdown":
      return toMarkdown(view, t);
    case "csv":
      return toCsv(view, t);
    case "json":
      return toJson(view);
    case "ics":
      return [(await import("../ics.ts")).toIcs(view, t, locale)];
    default:
      return kind satisfies never;
  }
}

/** In parts of equal size: each is freed when its reader has taken it. */
async function collectParts(
  pieces: AsyncIterable<Buffer | string> | Iterable<string>,
): Promise<Uint8Array[]> {
  const parts: Uint8Array[] = [];
  let part = new Uint8Array(partBytes);
  let used = 0;
  for await (const piece of pieces) {
    let bytes: Uint8Array = typeof piece === "string" ? Buffer.from(piece) : piece;
    while (bytes.length > 0) {
      const taken = Math.min(bytes.length, partBytes - used);
      part.set(bytes.subarray(0, taken), used);
      bytes = bytes.subarray(taken);
      used += taken;
      if (used < partBytes) continue;
      parts.push(part);
      if (parts.length * partBytes > maxFileBytes) throw new AppError(413, "too_large");
      part = new Uint8Array(partBytes);
      used = 0;
    }
  }
  if (used > 0) parts.push(part.slice(0, used));
  return parts;
}

async function readImport({ kind, bytes, title }: ImportTask): Promise<BoardContent> {
  const text = decodeFile(bytes);
  return kind === "json"
    ? (await import("../import/import-json.ts")).readBoardFile(text)
    : (await import("../import/import-csv.ts")).readCsv(text, title);
}
