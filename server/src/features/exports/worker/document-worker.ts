import { type DataSource, openReadOnly } from "../../../db/engines/read-only.ts";
import type { Db } from "../../../deps.ts";
import { AppError } from "../../../http/errors/app-error.ts";
import { loadTranslators } from "../../../http/session/locale.ts";
import { serveTasks, type WorkerContext } from "../../../jobs/serve-tasks.ts";
import { toCsv } from "../csv/csv.ts";
import type { DocumentResult, DocumentTask, ExportTask } from "./document-task.ts";
import { toJson } from "../json.ts";
import { toMarkdown } from "../markdown.ts";
import { readExportedBoard, type ExportedBoard } from "../exported-board.ts";

/** The process that makes exports: it presents a board for its user, on a read-only connection. */

const partBytes = 65_536;
/** Ten times the file of the largest possible board. */
const maxFileBytes = 64_000_000;
/** A thousand boards of 400 stickers. The server keeps the archive in memory until it is read. */
const maxArchiveBytes = 16_000_000;

let connection: Db | undefined;

const run = async (
  task: DocumentTask,
  { data: source, sendPart }: WorkerContext<DataSource>,
): Promise<DocumentResult> => {
  connection ??= await openReadOnly(source);
  if (task.task === "personal data") {
    const { writePersonalData } = await import("../../privacy/personal-data.ts");
    await sendFile(writePersonalData(connection, task.userId, task.now), sendPart);
    return { title: "" };
  }
  if (task.task === "archive") {
    const { toArchive } = await import("../archive.ts");
    const t = (await loadTranslators())[task.locale];
    const where = { locale: task.locale, dateLocale: task.dateLocale, timeZone: "UTC" };
    await sendFile(toArchive(connection, task, t, where), sendPart, maxArchiveBytes);
    return { title: "" };
  }
  const view = await readExportedBoard(connection, task);
  await sendFile(await writeDocument(view, task), sendPart);
  return { title: view.title };
};
serveTasks(run);

async function writeDocument(
  view: ExportedBoard,
  { kind, locale, dateLocale, zone }: ExportTask,
): Promise<AsyncIterable<Buffer> | Iterable<string>> {
  const t = (await loadTranslators())[locale];
  switch (kind) {
    case "pdf":
      return (await import("../pdf/pdf.ts")).toPdf(view, { t, locale, dateLocale, zone });
    case "excel":
      return (await import("../csv/excel.ts")).toExcel(view, t, zone);
    case "markdown":
      return toMarkdown(view, t, { locale, dateLocale, timeZone: zone });
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
async function sendFile(
  pieces: AsyncIterable<Buffer | string> | Iterable<string>,
  sendPart: WorkerContext<unknown>["sendPart"],
  most = maxFileBytes,
): Promise<void> {
  const part = new Uint8Array(partBytes);
  let used = 0;
  let sent = 0;
  for await (const piece of pieces) {
    let bytes: Uint8Array = typeof piece === "string" ? Buffer.from(piece) : piece;
    while (bytes.length > 0) {
      const taken = Math.min(bytes.length, partBytes - used);
      part.set(bytes.subarray(0, taken), used);
      bytes = bytes.subarray(taken);
      used += taken;
      if (used < partBytes) continue;
      sent += used;
      if (sent > most) throw new AppError(413, "too_large");
      await sendPart(part);
      used = 0;
    }
  }
  if (used > 0) await sendPart(part.subarray(0, used));
}
