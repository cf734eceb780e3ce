import { EventEmitter } from "node:events";
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

async function make({ kind, view, locale, zone }: NumberedJob): Promise<Buffer> {
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

async function answer(job: NumberedJob): Promise<JobAnswer> {
  try {
    // A copy of its own: small buffers share a pool, which cannot be handed over.
    return { id: job.id, bytes: new Uint8Array(await make(job)) };
  } catch (error) {
    return { id: job.id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function work(job: NumberedJob): Promise<void> {
  const told = await answer(job);
  port.postMessage(told, "bytes" in told ? [told.bytes.buffer as ArrayBuffer] : []);
}
port.on("message", (job: NumberedJob) => void work(job));
