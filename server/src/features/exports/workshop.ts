import { Readable } from "node:stream";
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
  /** How long a job goes on whose asker has left: most are done sooner than a new worker would be there. */
  leftMs: number;
  /** An idle worker is ended after this time, so that its memory is free. */
  idleMs: number;
  /** The worker's heap: what would grow past it ends the worker, never the server. */
  heapMb: number;
}
const defaults: WorkshopLimits = { waiting: 100, jobMs: 60_000, leftMs: 1_000, idleMs: 30_000, heapMb: 384 };
const busyRetrySeconds = 5;
/** A small nursery: measured, it takes 150 MB off the peak while ten documents are made. */
const youngMb = 16;

interface Order {
  job: NumberedJob;
  /** From the first part on. */
  document: Readable | null;
  resolve: (document: Readable) => void;
  reject: (error: Error) => void;
}

/** Makes documents one after another in a worker thread, which is there only while there is work. */
export class Workshop {
  readonly #limits: WorkshopLimits;
  readonly #queue: Order[] = [];
  #worker: Worker | null = null;
  #running: Order | null = null;
  #jobTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastId = 0;
  #closed = false;

  constructor(limits: Partial<WorkshopLimits> = {}) {
    this.#limits = { ...defaults, ...limits };
  }

  /**
   * Queues a document and gives it from its first part on. The worker never waits for a slow reader: the rest is kept in memory
   * until it is read. When `signal` aborts, or the document is destroyed, nobody waits for it any more: its place in the queue is given
   * up, or it is left to be done soon or not at all.
   * @throws AppError 429 when too many wait; Error when the worker fails or dies, which the next job does not suffer from (after
   *   the first part, the document fails with it)
   */
  async make(job: DocumentJob, signal: AbortSignal): Promise<Readable> {
    if (this.#closed) throw new AppError(503, "not_ready");
    if (this.#queue.length >= this.#limits.waiting)
      throw new AppError(429, "rate_limited", { retryAfter: busyRetrySeconds });
    signal.throwIfAborted();
    return new Promise<Readable>((resolve, reject) => {
      const order: Order = { job: { ...job, id: (this.#lastId += 1) }, document: null, resolve, reject };
      this.#queue.push(order);
      signal.addEventListener(
        "abort",
        () => {
          this.#leave(order);
          reject(signal.reason as Error);
        },
        { once: true },
      );
      this.#next();
    });
  }

  /** Ends the worker; what waits or is not whole yet fails. */
  async close(): Promise<void> {
    this.#closed = true;
    const refusal = new AppError(503, "not_ready");
    for (const { reject } of this.#queue.splice(0)) reject(refusal);
    this.#drop(refusal);
    await this.#end();
  }

  /** Nobody waits for this one any more. */
  #leave(order: Order): void {
    const at = this.#queue.indexOf(order);
    if (at >= 0) this.#queue.splice(at, 1);
    if (order === this.#running) this.#allow(this.#limits.leftMs);
  }

  /** From now on the running job has so much time. */
  #allow(ms: number): void {
    clearTimeout(this.#jobTimer);
    const kind = this.#running?.job.kind;
    this.#jobTimer = setTimeout(() => {
      this.#fail(new Error(`a ${kind} took longer than ${ms} ms`));
    }, ms).unref();
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
    this.#allow(this.#limits.jobMs);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    this.#worker.postMessage(next.job);
  }

  #start(): Worker {
    const worker = new Worker(entry, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb, maxYoungGenerationSizeMb: youngMb },
    });
    worker.on("message", (answer: JobAnswer) => {
      if (worker === this.#worker) this.#hear(answer);
    });
    worker.on("error", (error) => {
      if (worker === this.#worker) this.#fail(error instanceof Error ? error : new Error(String(error)));
    });
    worker.on("exit", (code) => {
      if (worker === this.#worker) this.#fail(new Error(`the worker ended with code ${code}`));
    });
    return worker;
  }

  #hear(answer: JobAnswer): void {
    const order = this.#running;
    if (order?.job.id !== answer.id) return;
    if ("part" in answer) {
      order.document ??= this.#begin(order);
      // Of a document that its reader has left, the stream itself throws the rest away.
      order.document.push(answer.part);
      return;
    }
    this.#finish();
    if ("error" in answer) fail(order, new Error(`the document could not be made: ${answer.error}`));
    else order.document?.push(null);
    this.#next();
  }

  #begin(order: Order): Readable {
    const document: Readable = new Readable({
      read: () => undefined,
      destroy: (error, done) => {
        this.#leave(order);
        done(error);
      },
    });
    // Whoever reads it hears of an error too; before anybody reads it, one must not end the server.
    document.on("error", () => undefined);
    order.resolve(document);
    return document;
  }

  #finish(): void {
    this.#running = null;
    clearTimeout(this.#jobTimer);
  }

  /** The worker is lost: its job fails, the next one gets a new worker. */
  #fail(error: Error): void {
    this.#drop(error);
    void this.#end();
    this.#next();
  }

  #drop(error: Error): void {
    const order = this.#running;
    this.#finish();
    if (order !== null) fail(order, error);
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idleTimer);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

function fail({ document, reject }: Order, error: Error): void {
  if (document === null) reject(error);
  else document.destroy(error);
}
