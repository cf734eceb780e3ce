import { AppError } from "../http/errors/app-error.ts";
import { type QueueOwner, FairQueue } from "../fair-queue.ts";

export interface QueueLimits {
  /** Jobs that run at the same time; of one session at most one. */
  running: number;
  /** Jobs of all sessions that may wait. */
  waiting: number;
  /** Jobs of one session that may wait; unlimited where `RateLimiter.reserve` counts them. */
  waitingPerSession?: number | undefined;
  /**
   * How long a running job continues after its requester left: most finish sooner than a new process would
   * start.
   */
  graceMs: number;
}

const retrySeconds = 5;

interface QueuedJob {
  owner: QueueOwner;
  start: () => Promise<void>;
}

/**
 * A bounded queue that is fair to sessions: a session that queues a hundred jobs delays another session's
 * first job by one job, not by a hundred. It does not limit the jobs of a session; `Limits.reserve` does.
 */
export class JobQueue {
  readonly #limits: QueueLimits;
  readonly #waiting = new FairQueue<QueuedJob>();
  readonly #runningSessions = new Set<string | null>();
  #closed = false;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  get running(): number {
    return this.#runningSessions.size;
  }

  /** Runs the work when its turn comes. */
  async run<T>(
    owner: QueueOwner,
    work: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    signal.throwIfAborted();
    if (this.#closed || this.#waiting.size >= this.#limits.waiting)
      throw new AppError(503, "busy", { retryAfter: retrySeconds });
    const { waitingPerSession = Infinity } = this.#limits;
    if (this.#waiting.countOf(owner) >= waitingPerSession)
      throw new AppError(429, "rate_limited", { retryAfter: retrySeconds });

    return new Promise<T>((resolve, reject) => {
      const stop = new AbortController();
      const entry: QueuedJob = {
        owner,
        start: async () => {
          try {
            resolve(await work(stop.signal));
          } catch (error) {
            reject(error);
          } finally {
            signal.removeEventListener("abort", leave);
          }
        },
      };
      const leave = (): void => {
        reject(signal.reason as Error);
        if (!this.#waiting.remove(owner, entry))
          setTimeout(() => stop.abort(signal.reason), this.#limits.graceMs).unref();
      };
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.add(owner, entry);
      this.#startNext();
    });
  }

  /** Refuses new jobs. Waiting jobs still run, unless their requesters leave. */
  close(): void {
    this.#closed = true;
  }

  #startNext(): void {
    while (this.#runningSessions.size < this.#limits.running) {
      const entry = this.#waiting.takeNext({ session: (session) => !this.#runningSessions.has(session) });
      if (entry === undefined) return;
      this.#runningSessions.add(entry.owner.session);
      void entry.start().finally(() => {
        this.#runningSessions.delete(entry.owner.session);
        // Sessions that came while the job ran have their turn first.
        this.#waiting.moveOwnerToEnd(entry.owner);
        this.#startNext();
      });
    }
  }
}
