import type { FastifyBaseLogger } from "fastify";
import { AppError } from "../http/errors/app-error.ts";
import type { QueueOwner } from "../fair-queue.ts";
import { JobQueue } from "./job-queue.ts";
import { type RunOptions, WorkerLostError, type WorkerOptions, WorkerProcess } from "./worker-process.ts";

export interface WorkerQueueOptions extends Omit<WorkerOptions, "idleMs"> {
  /** Names the jobs in the log. */
  name: string;
  /** Jobs that may wait. */
  waiting?: number;
  /** Of one session. */
  waitingPerSession?: number;
  /** A job that takes longer is ended together with its process. */
  jobMs?: number;
  /**
   * How long a running job continues after its requester left: most finish sooner than a new process would
   * start.
   */
  leftMs?: number;
  /** As in `WorkerOptions`; 2 s by default. */
  idleMs?: number;
  /** Takes how long a job ran that was ended together with its process, also because its requester left. */
  onEnded?: (owner: QueueOwner, ms: number) => void;
}

export interface JobOptions extends Pick<RunOptions, "onPart"> {
  /** Called when the job's turn has come. */
  mayStart?: () => void;
  /** The answer to a job that is lost with its process, instead of 413 or 503. */
  ifLost?: () => AppError;
}

const retrySeconds = 5;

/** A fair queue of jobs, and the worker process that runs them one after another. */
export class WorkerQueue<Task, Result> {
  readonly #options: WorkerQueueOptions & { jobMs: number };
  readonly #log: FastifyBaseLogger;
  readonly #queue: JobQueue;
  readonly #worker: WorkerProcess<Task, Result>;

  constructor(log: FastifyBaseLogger, options: WorkerQueueOptions) {
    const { waiting = 100, waitingPerSession, jobMs = 60_000, leftMs = 1_000, idleMs = 2_000 } = options;
    this.#log = log;
    this.#options = { ...options, jobMs };
    this.#queue = new JobQueue({ running: 1, waiting, waitingPerSession, graceMs: leftMs });
    this.#worker = new WorkerProcess({ ...options, idleMs });
  }

  /** Answers a job that is lost with its process with 413 for want of memory, else with 503. */
  async run(
    owner: QueueOwner,
    task: Task,
    signal: AbortSignal,
    { mayStart, onPart, ifLost }: JobOptions = {},
  ): Promise<Result> {
    const work = async (stop: AbortSignal): Promise<Result> => {
      mayStart?.();
      await this.#worker.start();
      const startedAt = performance.now();
      try {
        return await this.#worker.run(task, { timeoutMs: this.#options.jobMs, signal: stop, onPart });
      } catch (error) {
        if (stop.aborted || error instanceof WorkerLostError)
          this.#options.onEnded?.(owner, performance.now() - startedAt);
        throw error;
      }
    };
    try {
      return await this.#queue.run(owner, work, signal);
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      const { name, heapMb } = this.#options;
      this.#log.error(
        { err: error, jobs: name, heapMb },
        error.outOfMemory
          ? "a job was refused with 413: it needs more memory than its process may use, see docs/metrics.md"
          : "a job was given up together with its process; the next job gets a new process",
      );
      if (ifLost !== undefined) throw ifLost();
      throw error.outOfMemory
        ? new AppError(413, "too_large")
        : new AppError(503, "busy", { retryAfter: retrySeconds });
    }
  }

  /** Refuses new jobs and ends the process; the running job fails. */
  async close(): Promise<void> {
    this.#queue.close();
    await this.#worker.close();
  }
}
