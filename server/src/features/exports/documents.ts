import type { Readable } from "node:stream";
import type { Store } from "../../db/store.ts";
import { AppError } from "../../http/app-error.ts";
import { HeldDocuments } from "../../jobs/held-documents.ts";
import { JobQueue, type Owner } from "../../jobs/job-queue.ts";
import { type Outcome, unwrap } from "../../jobs/outcome.ts";
import { createWorkerPool, workerEntry, WorkerLost, type WorkerPool } from "../../jobs/worker-pool.ts";
import type {
  DocumentResult,
  DocumentTask,
  DocumentWorkerData,
  ExportedFile,
  ExportTask,
  ImportTask,
} from "./job.ts";
import type { Plan } from "./import-json.ts";

export interface DocumentLimits {
  /** Jobs of one session, waiting and running together, in each of the two queues. */
  perSession: number;
  /** Jobs that wait, in each of the two queues. */
  waiting: number;
  /** A job that takes longer is ended together with its thread. */
  jobMs: number;
  /** How long a running job continues after its requester left. */
  leftMs: number;
  /** A thread without work ends after this time. */
  idleMs: number;
  /** Heap of a thread that lays out PDF or Excel. */
  heapMb: number;
  /** Finished files that wait for their readers, in bytes. */
  heldBytes: number;
  /** A reader that does not take 64 kB in this time is cut off. */
  stallMs: number;
}

export const documentLimits: DocumentLimits = {
  perSession: 2,
  waiting: 100,
  jobMs: 60_000,
  leftMs: 1_000,
  idleMs: 30_000,
  heapMb: 384,
  heldBytes: 64_000_000,
  stallMs: 30_000,
};
const retrySeconds = 5;

/** A queue with the one thread that works it off. */
interface Lane {
  queue: JobQueue;
  pool: WorkerPool<DocumentTask, Outcome<DocumentResult>>;
}

/**
 * Makes exports and reads imports in worker threads. There are two: PDF and Excel take seconds and have their own, so that the rest
 * (Markdown, CSV, JSON, imports), which takes a tenth of a second, never waits for them.
 */
export class Documents {
  readonly #limits: DocumentLimits;
  readonly #slow: Lane;
  readonly #quick: Lane;
  readonly #held: HeldDocuments;

  constructor(store: Pick<Store, "source">, limits: Partial<DocumentLimits> = {}) {
    this.#limits = { ...documentLimits, ...limits };
    const { perSession, waiting, leftMs, idleMs, heapMb, heldBytes, stallMs } = this.#limits;
    const lane = (heap: number): Lane => ({
      queue: new JobQueue({ running: 1, perSession, waiting, leftMs }),
      pool: createWorkerPool({
        entry: workerEntry(import.meta.url, "document-worker"),
        idleMs,
        heapMb: heap,
        data: { source: store.source } satisfies DocumentWorkerData,
      }),
    });
    this.#slow = lane(heapMb);
    this.#quick = lane(Math.min(heapMb, 192));
    this.#held = new HeldDocuments({ bytes: heldBytes, stallMs });
  }

  /** Bytes of finished files that wait for their readers. */
  get heldBytes(): number {
    return this.#held.bytes;
  }

  /**
   * Makes a file of a board.
   * @param signal the requester's: when it aborts, the job is given up
   * @returns the board's title, and the file, which its reader must take or destroy
   * @throws AppError 404 for an unknown board, 429 or 503 when there is too much to do, 503 when the job fails with its thread
   */
  async make(
    owner: Owner,
    task: ExportTask,
    signal: AbortSignal,
  ): Promise<{ title: string; file: Readable }> {
    const lane = task.kind === "pdf" || task.kind === "excel" ? this.#slow : this.#quick;
    const { title, parts } = (await this.#run(lane, owner, task, signal)) as ExportedFile;
    // Nobody would read, and so free, the file of a requester who left.
    signal.throwIfAborted();
    return { title, file: this.#held.hold(parts) };
  }

  /**
   * Reads and checks a file that a board is to be made from.
   * @throws AppError 422 that names the line or the path of the first fault, else as `make`
   */
  async read(owner: Owner, task: ImportTask, signal: AbortSignal): Promise<Plan> {
    return (await this.#run(this.#quick, owner, task, signal)) as Plan;
  }

  async close(): Promise<void> {
    const lanes = [this.#slow, this.#quick];
    for (const { queue } of lanes) queue.close();
    await Promise.all(lanes.map(({ pool }) => pool.close()));
  }

  async #run(
    { queue, pool }: Lane,
    owner: Owner,
    task: DocumentTask,
    signal: AbortSignal,
  ): Promise<DocumentResult> {
    const work = async (stop: AbortSignal): Promise<DocumentResult> => {
      if (this.#held.full) throw new AppError(503, "busy", { retryAfter: retrySeconds });
      return unwrap(await pool.run(task, { timeoutMs: this.#limits.jobMs, signal: stop }));
    };
    try {
      return await queue.run(owner, work, signal);
    } catch (error) {
      if (error instanceof WorkerLost)
        throw new AppError(503, "busy", { retryAfter: retrySeconds, cause: error });
      throw error;
    }
  }
}
