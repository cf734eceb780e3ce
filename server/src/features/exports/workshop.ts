import { Worker } from "node:worker_threads";
import { AppError } from "../../http/app-error.ts";
import type { DocumentJob, JobAnswer, NumberedJob } from "./job.ts";

/** Beside this file when run from source, beside the bundle when built. */
const entry = new URL(
  import.meta.url.endsWith(".ts") ? "./document-worker.ts" : "./document-worker.js",
  import.meta.url,
);

export interface WorkshopLimits {
  /** Jobs that may wait; more are turned away until some are done. */
  waiting: number;
  /** A job that takes longer is ended, and its worker with it. */
  jobMs: number;
  /** An idle worker is ended after this time, so that its memory is free. */
  idleMs: number;
  /** The worker's heap: what would grow past it ends the worker, never the server. */
  heapMb: number;
}
const defaults: WorkshopLimits = { waiting: 100, jobMs: 60_000, idleMs: 30_000, heapMb: 384 };
const busyRetrySeconds = 5;
/** A small nursery: measured, it takes 150 MB off the peak while ten documents are made. */
const youngMb = 16;

interface Waiting {
  job: NumberedJob;
  resolve: (bytes: Buffer) => void;
  reject: (error: Error) => void;
}

/** Makes documents one after another in a worker thread, which is there only while there is work. */
export class Workshop {
  readonly #limits: WorkshopLimits;
  readonly #queue: Waiting[] = [];
  #worker: Worker | null = null;
  #running: Waiting | null = null;
  #jobTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #closed = false;

  constructor(limits: Partial<WorkshopLimits> = {}) {
    this.#limits = { ...defaults, ...limits };
  }

  /**
   * Queues a document; when `signal` aborts before it is made, its place in the queue is given up, and what is in the making is
   * thrown away.
   * @throws AppError 429 when too many wait; Error when the worker fails or dies, which the next job does not suffer from
   */
  async make(job: DocumentJob, signal: AbortSignal): Promise<Buffer> {
    if (this.#closed) throw new AppError(503, "not_ready");
    if (this.#queue.length >= this.#limits.waiting)
      throw new AppError(429, "rate_limited", { retryAfter: busyRetrySeconds });
    signal.throwIfAborted();
    return new Promise<Buffer>((resolve, reject) => {
      const waiting: Waiting = { job: { ...job, id: (this.#lastId += 1) }, resolve, reject };
      this.#queue.push(waiting);
      signal.addEventListener(
        "abort",
        () => {
          const at = this.#queue.indexOf(waiting);
          if (at >= 0) this.#queue.splice(at, 1);
          reject(signal.reason as Error);
        },
        { once: true },
      );
      this.#next();
    });
  }

  /** Ends the worker; what waits is refused. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { reject } of this.#queue.splice(0)) reject(new AppError(503, "not_ready"));
    this.#running?.reject(new AppError(503, "not_ready"));
    await this.#end();
  }

  #next(): void {
    if (this.#running !== null || this.#closed) return;
    const next = this.#queue.shift();
    if (next === undefined) {
      if (this.#worker !== null)
        this.#idleTimer = setTimeout(() => void this.#end(), this.#limits.idleMs).unref();
      return;
    }
    clearTimeout(this.#idleTimer);
    this.#running = next;
    this.#worker ??= this.#start();
    this.#jobTimer = setTimeout(() => {
      this.#fail(new Error(`a ${next.job.kind} took longer than ${this.#limits.jobMs} ms`));
    }, this.#limits.jobMs).unref();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    this.#worker.postMessage(next.job);
  }

  #start(): Worker {
    const worker = new Worker(entry, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb, maxYoungGenerationSizeMb: youngMb },
    });
    worker.on("message", (answer: JobAnswer) => {
      if (worker !== this.#worker) return;
      const done = this.#finish(answer.id);
      if ("bytes" in answer)
        done?.resolve(Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength));
      else done?.reject(new Error(`the document could not be made: ${answer.error}`));
      this.#next();
    });
    worker.on("error", (error) => {
      if (worker === this.#worker) this.#fail(error instanceof Error ? error : new Error(String(error)));
    });
    worker.on("exit", (code) => {
      if (worker === this.#worker) this.#fail(new Error(`the worker ended with code ${code}`));
    });
    return worker;
  }

  #finish(id: number): Waiting | null {
    if (this.#running?.job.id !== id) return null;
    const done = this.#running;
    this.#running = null;
    clearTimeout(this.#jobTimer);
    return done;
  }

  /** The worker is lost: its job fails, the next one gets a new worker. */
  #fail(error: Error): void {
    const { job, reject } = this.#running ?? {};
    if (job !== undefined) this.#finish(job.id);
    void this.#end();
    reject?.(error);
    this.#next();
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
