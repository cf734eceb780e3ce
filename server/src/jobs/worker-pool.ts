import { Piscina } from "piscina";

/** The worker thread died, or was stopped, before it finished the task. The next task gets a new thread. */
export class WorkerLostError extends Error {
  /** True when the task needed more memory than the thread may use: a retry would fail too. */
  readonly outOfMemory: boolean;

  constructor(
    message: string,
    { outOfMemory = false, ...options }: ErrorOptions & { outOfMemory?: boolean } = {},
  ) {
    super(message, options);
    this.name = "WorkerLost";
    this.outOfMemory = outOfMemory;
  }
}

export interface PoolOptions {
  /** The worker module. Its export `run` takes a task and returns the result. */
  entry: URL;
  /** Threads that may run at the same time; a thread starts with the first task that needs it. */
  threads?: number;
  /** A thread without work ends after this time, so that its memory is freed. */
  idleMs?: number;
  /**
   * Heap limit of a thread, 256 MB unless a test sets it. A task that needs more stops its thread. Node
   * gives the thread 16 MB beyond the limit for its end; a single step that allocates more than that ends the
   * whole process. So the limit is far above what the tasks need (100 MB, the PDF of a full board).
   */
  heapMb?: number;
  /** Data for the start of the worker module (`Piscina.workerData`). */
  data?: unknown;
}

export interface RunOptions {
  /** A task that takes longer is stopped together with its thread. */
  timeoutMs: number;
  /** When it aborts, a waiting task is dropped and a running one is stopped together with its thread. */
  signal?: AbortSignal | undefined;
}

export interface WorkerPool<Task, Result> {
  /** Runs one task in a worker thread. */
  run(task: Task, options: RunOptions): Promise<Result>;
  close(): Promise<void>;
}

/**
 * Megabytes. Measured: a small young generation lowers the peak by 150 MB while the server makes ten
 * documents.
 */
const youngGenerationMb = 16;

/**
 * The URL of a worker module in the caller's folder: TypeScript when run from source, JavaScript in the
 * bundle.
 */
export function workerEntry(importer: string, name: string): URL {
  return new URL(`./${name}.${importer.endsWith(".ts") ? "ts" : "js"}`, importer);
}

export function createWorkerPool<Task, Result>(options: PoolOptions): WorkerPool<Task, Result> {
  const pool = new Piscina<Task, Result>({
    filename: options.entry.href,
    name: "run",
    minThreads: 0,
    maxThreads: options.threads ?? 1,
    idleTimeout: options.idleMs ?? 5_000,
    // `Atomics.wait` would block the thread's timers and streams.
    atomics: "disabled",
    recordTiming: false,
    execArgv: [],
    resourceLimits: {
      maxOldGenerationSizeMb: options.heapMb ?? 256,
      maxYoungGenerationSizeMb: youngGenerationMb,
    },
    workerData: options.data,
  });
  // No task waits for a thread that dies while idle; the next task starts another one.
  pool.on("error", () => undefined);

  return {
    async run(task, { timeoutMs, signal }) {
      signal?.throwIfAborted();
      const timeout = AbortSignal.timeout(timeoutMs);
      const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      try {
        return await pool.run(task, { signal: stop });
      } catch (error) {
        signal?.throwIfAborted();
        if (timeout.aborted) throw new WorkerLostError(`a task took longer than ${timeoutMs} ms`);
        if (isOutOfMemory(error))
          throw new WorkerLostError("a task needed too much memory", { cause: error, outOfMemory: true });
        if (isThreadLoss(error)) throw new WorkerLostError("the worker thread died", { cause: error });
        throw error;
      }
    },
    close: () => pool.destroy(),
  };
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function isThreadLoss(error: unknown): boolean {
  const { message } = (error ?? {}) as { message?: unknown };
  return typeof message === "string" && /^worker exited with code|^Terminating worker thread/u.test(message);
}
