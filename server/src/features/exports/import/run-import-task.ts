import type { ImportTask, PreviewTask } from "../worker/document-task.ts";
import { readFile } from "./readers/read-file.ts";
import type { ImportedFile } from "./readers/reader.ts";
import { previewFile, type UntranslatedPreview } from "./table/preview.ts";
import { readTableFile } from "./table/table.ts";
import { tableBoard } from "./table/table-board.ts";

export async function runImportTask(
  task: ImportTask | PreviewTask,
): Promise<ImportedFile | UntranslatedPreview> {
  if (task.task === "preview") return previewFile(task.bytes, task.title, task.choices);
  const { bytes, title, timeZone, choices } = task;
  if (choices.columns === undefined) return readFile(bytes, title, timeZone);
  return tableBoard(await readTableFile(bytes, choices), title);
}
