import { EventEmitter } from "node:events";
import type { Readable } from "node:stream";
import { parentPort } from "node:worker_threads";
import { loadTranslators } from "../../http/locale.ts";
import type { JobAnswer, NumberedJob } from "./job.ts";

/*
 * The thread that makes documents, so that a large export never delays anyone's click. Each kind is loaded when first asked for:
 * who exports no PDF pays for no fonts.
 */
if (parentPort === null) throw new Error("document-worker runs as a worker thread");
const port = parentPort;
// One listener for each table that another is nested in: the PDF library's habit, not a leak.
EventEmitter.defaultMaxListeners = 200;
const partBytes = 65_536;

async function make({ kind, view, locale, zone }: NumberedJob): Promise<Readable> {
  const t = (await loadTranslators())[locale];
  switch (kind) {
    case "pdf":
      return (await import("./pdf.ts")).toPdf(view, { t, locale, zone });
    case "excel":
      return (await import("./excel.ts")).toExcel(view, t, zone);
    default:
      return kind satisfies never;
  }
}

function tell(answer: JobAnswer): void {
  port.postMessage(answer, "part" in answer ? [answer.part.buffer as ArrayBuffer] : []);
}

async function work(job: NumberedJob): Promise<void> {
  const { id } = job;
  try {
    for await (const piece of (await make(job)) as AsyncIterable<Buffer>)
      for (let at = 0; at < piece.length; at += partBytes)
        // A copy of its own: what the library keeps, or shares with other buffers, cannot be handed over.
        tell({ id, part: new Uint8Array(piece.subarray(at, at + partBytes)) });
    tell({ id, whole: true });
  } catch (error) {
    tell({ id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}
port.on("message", (job: NumberedJob) => void work(job));
