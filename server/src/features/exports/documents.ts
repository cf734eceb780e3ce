import type { Readable } from "node:stream";
import type { Deps } from "../../deps.ts";
import type { Store } from "../../db/store.ts";
import { AppError } from "../../http/app-error.ts";
import { HeldDocuments, type HeldLimits } from "../../jobs/held-documents.ts";
import type { Owner } from "../../jobs/job-queue.ts";
import { workerEntry } from "../../jobs/worker-pool.ts";
import { WorkerQueue, type WorkerQueueOptions } from "../../jobs/worker-queue.ts";
import type { DocumentTask, DocumentWorkerData, ExportedFile, ExportTask, ImportTask } from "./job.ts";
import type { Plan } from "./import-json.ts";

type Owned = Pick<Deps, "log"> & { store: Pick<Store, "source"> };

function documentQueue<Task extends DocumentTask, Result>(
  { log, store }: Owned,
  options: Omit<WorkerQueueOptions, "entry" | "data">,
): WorkerQueue<Task, Result> {
  const data: DocumentWorkerData = { source: store.source };
  return new WorkerQueue(log, {
    entry: workerEntry(import.meta.url, "document-worker"),
    data,
    ...options,
  });
}

/** Reads and checks files that boards are to be made from, in a worker thread. */
export function importQueue(deps: Owned): WorkerQueue<ImportTask, Plan> {
  return documentQueue(deps, { name: "imports", heapMb: 128 });
}

export interface ExportLimits extends HeldLimits {
  jobs: Partial<WorkerQueueOptions>;
}
const exportLimits: ExportLimits = { bytes: 32_000_000, stallMs: 30_000, jobs: {} };

/**
 * Makes files of boards in worker threads. There are two: PDF and Excel take seconds and have their own, so that Markdown, CSV and JSON,
 * which take a tenth of a second, never wait for them.
 */
export class Exports {
  readonly #slow: WorkerQueue<ExportTask, ExportedFile>;
  readonly #quick: WorkerQueue<ExportTask, ExportedFile>;
  readonly #held: HeldDocuments;

  constructor(deps: Owned, limits: Partial<ExportLimits> = {}) {
    const { jobs, ...held } = { ...exportLimits, ...limits };
    this.#held = new HeldDocuments(held);
    const mayStart = (): void => {
      if (this.#held.full) throw new AppError(503, "busy", { retryAfter: 5 });
    };
    this.#slow = documentQueue(deps, { name: "exports", heapMb: 384, mayStart, ...jobs });
    this.#quick = documentQueue(deps, { name: "text exports", heapMb: 192, mayStart, ...jobs });
  }

  /** Bytes of finished files that wait for their readers. */
  get heldBytes(): number {
    return this.#held.bytes;
  }

  /**
   * Makes a file of a board.
   * @param signal the requester's: when it aborts, the job is given up
   * @returns the board's title, and the file, which its reader must take or destroy
   * @throws AppError 404 for an unknown board; 503 `busy` when too much waits, too many finished files wait for slow readers, or the job
   *   is lost with its thread
   */
  async make(
    owner: Owner,
    task: ExportTask,
    signal: AbortSignal,
  ): Promise<{ title: string; file: Readable }> {
    const queue = task.kind === "pdf" || task.kind === "excel" ? this.#slow : this.#quick;
    const { title, parts } = await queue.run(owner, task, signal);
    return { title, file: this.#held.hold(parts) };
  }

  async close(): Promise<void> {
    await Promise.all([this.#slow.close(), this.#quick.close()]);
  }
}
