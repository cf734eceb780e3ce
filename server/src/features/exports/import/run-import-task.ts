import type { ImportTask, PreviewTask, ReadResult } from "../worker/document-task.ts";
import { readFile } from "./readers/read-file.ts";
import { previewFile } from "./table/preview.ts";
import { readTableFile } from "./table/table.ts";
import { tableBoard } from "./table/table-board.ts";

export async function runImportTask(task: ImportTask | PreviewTask): Promise<ReadResult> {
  if (task.task === "preview") return previewFile(task.bytes, task.title, task.choices);
  const { bytes, title, timeZone, choices } = task;
  if (choices.columns === undefined) return readFile(bytes, title, timeZone);
  return tableBoard(readTableFile(bytes, choices), title);
}
