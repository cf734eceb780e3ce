import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../http/errors/app-error.ts";
import type { QueueOwner } from "../fair-queue.ts";
import { JobQueue } from "./job-queue.ts";
import { type TaskOutcome, unwrapOutcome } from "./task-outcome.ts";
import { createWorkerPool, WorkerLostError, type WorkerPool } from "./worker-pool.ts";

export interface WorkerQueueOptions {
  /** Names the jobs in the log. */
  name: string;
  /** The worker module. Its export `run` takes a task and returns a `TaskOutcome`. */
  entry: URL;
  /** Data for the start of the worker module (`workerData`). */
  data: unknown;
  /** Jobs that may wait. */
  waiting?: number;
  /** A job that takes longer is stopped together with its thread. */
  jobMs?: number;
  /**
   * How long a running job continues after its requester left: most finish sooner than a new thread would
   * start.
   */
  leftMs?: number;
  /** A thread without work ends after this time. */
  idleMs?: number;
  /** Heap limit of the thread: a job that needs more stops its thread, never the server. */
  heapMb?: number;
}

const retrySeconds = 5;

/** A fair queue of jobs, and the worker thread that runs them one after another. */
export class WorkerQueue<Task, Result> {
  readonly #options: WorkerQueueOptions & { jobMs: number };
  readonly #log: FastifyBaseLogger;
  readonly #queue: JobQueue;
  readonly #pool: WorkerPool<Task, TaskOutcome<Result>>;

  constructor(log: FastifyBaseLogger, options: WorkerQueueOptions) {
    const { waiting = 100, jobMs = 60_000, leftMs = 1_000, idleMs = 2_000, heapMb } = options;
    this.#log = log;
    this.#options = { ...options, jobMs };
    this.#queue = new JobQueue({ running: 1, waiting, graceMs: leftMs });
    this.#pool = createWorkerPool({
      entry: options.entry,
      data: options.data,
      idleMs,
      ...(heapMb !== undefined && { heapMb }),
    });
  }

  /** Runs a task when its owner's turn comes. */
  async run(owner: QueueOwner, task: Task, signal: AbortSignal, mayStart?: () => void): Promise<Result> {
    const { name, jobMs } = this.#options;
    const work = async (stop: AbortSignal): Promise<Result> => {
      mayStart?.();
      return unwrapOutcome(await this.#pool.run(task, { timeoutMs: jobMs, signal: stop }));
    };
    try {
      return await this.#queue.run(owner, work, signal);
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      this.#log.error(
        { err: error, jobs: name },
        "a job was given up together with its worker thread; the next job gets a new thread",
      );
      throw error.outOfMemory
        ? new AppError(413, "too_large")
        : new AppError(503, "busy", { retryAfter: retrySeconds });
    }
  }

  /** Refuses new jobs and stops the thread; the running job fails. */
  async close(): Promise<void> {
    this.#queue.close();
    await this.#pool.close();
  }
}
