import { type ChildProcess, fork } from "node:child_process";
import { constants, setPriority } from "node:os";
import type { WorkerMessage, WorkerRequest } from "./serve-tasks.ts";
import { type TaskOutcome, unwrapOutcome } from "./task-outcome.ts";

/** The process ended, or was ended, before it finished the task. The next task gets a new process. */
export class WorkerLostError extends Error {
  /** True when the task needed more memory than the process may use: a retry would fail too. */
  readonly outOfMemory: boolean;

  constructor(message: string, { outOfMemory = false } = {}) {
    super(message);
    this.name = "WorkerLost";
    this.outOfMemory = outOfMemory;
  }
}

export interface WorkerOptions {
  /** The worker module, which calls `serveTasks`. */
  entry: URL;
  /** Given with every task. A worker without data gets no environment either, which has secrets. */
  data?: unknown;
  /**
   * Heap limit. V8 ends the whole process that needs more, in the middle of a step: hence a process and not a
   * thread of the server.
   */
  heapMb: number;
  /** A process without work ends after this time, so that its memory is freed. */
  idleMs: number;
}

export interface RunOptions {
  /** A task that waits and works for longer is given up, and its process ended. */
  timeoutMs: number;
  /** When it aborts, a waiting task is dropped, and the process of a running one ended. */
  signal?: AbortSignal | undefined;
  /** Takes the parts that the worker sends before its result. */
  onPart?: ((part: Uint8Array) => void) | undefined;
}

interface RunningTask {
  finish: (outcome: TaskOutcome<unknown>) => void;
  fail: (error: Error) => void;
  onPart: RunOptions["onPart"];
}

/** V8's young generation: more makes the peak higher and the tasks hardly faster. */
const semiSpaceMb = 4;
/** The beginning of what a process writes to stderr, for the log: V8's reason, or the stack of an error. */
const keptErrorCharacters = 2000;

/**
 * How glibc returns memory to the system; `npm start` sets it (`scripts/server-arguments.mjs`). And where Node
 * keeps compiled modules.
 */
function processSettings(): NodeJS.ProcessEnv {
  const names = Object.keys(process.env).filter((name) => /^(?:MALLOC_|NODE_COMPILE_CACHE$)/u.test(name));
  return Object.fromEntries(names.map((name) => [name, process.env[name]]));
}

/**
 * The URL of a worker module in the caller's folder: TypeScript when run from source, JavaScript in the
 * bundle.
 * @param importer the caller's `import.meta.url`
 */
export function workerEntry(importer: string, name: string): URL {
  return new URL(`./${name}.${importer.endsWith(".ts") ? "ts" : "js"}`, importer);
}

/**
 * A child process that does one task after another. It starts with the first task, and has a lower priority
 * than the server.
 */
export class WorkerProcess<Task, Result> {
  readonly #options: WorkerOptions;
  #child: ChildProcess | undefined;
  /** Resolves when the process has loaded its module, or has ended. */
  #loaded = Promise.withResolvers<void>();
  #running: RunningTask | undefined;
  /** Resolves when the tasks so far have ended. */
  #lastTask: Promise<unknown> = Promise.resolve();
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: WorkerOptions) {
    this.#options = options;
  }

  /**
   * Runs a task after those before it.
   * @throws WorkerLostError when the process dies or the task takes too long; the signal's reason when it
   *   aborts; else what the task throws
   */
  run(task: Task, { timeoutMs, signal, onPart }: RunOptions): Promise<Result> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const stop = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        if (signal?.aborted === true) reject(signal.reason as Error);
        else reject(new WorkerLostError(`a task took longer than ${timeoutMs} ms`));
      };
      if (stop.aborted) return giveUp();
      stop.addEventListener("abort", giveUp, { once: true });
      const earlier = this.#lastTask;
      const perform = async (): Promise<void> => {
        await earlier;
        if (!stop.aborted) await this.#perform(task, stop, onPart).then(resolve, reject);
        stop.removeEventListener("abort", giveUp);
      };
      this.#lastTask = perform();
    });
  }

  /** Starts the process if there is none, so that the time limit of the next task counts its work alone. */
  async start(): Promise<void> {
    await this.#lastTask;
    if (this.#closed) return;
    clearTimeout(this.#idleTimer);
    this.#child ??= this.#start();
    await this.#loaded.promise;
    this.#endWhenIdle();
  }

  /** Ends the process: the running task and those that wait fail. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#endProcess();
    await this.#lastTask;
  }

  async #perform(task: Task, stop: AbortSignal, onPart: RunOptions["onPart"]): Promise<Result> {
    if (this.#closed) throw new WorkerLostError("the server stops");
    clearTimeout(this.#idleTimer);
    const child = (this.#child ??= this.#start());
    const kill = (): void => {
      // A result that arrives now must not make the process look ready for the next task.
      child.removeAllListeners("message");
      child.kill("SIGKILL");
    };
    stop.addEventListener("abort", kill, { once: true });
    try {
      const { promise, resolve, reject } = Promise.withResolvers<TaskOutcome<unknown>>();
      this.#running = { finish: resolve, fail: reject, onPart };
      child.send({ task, data: this.#options.data } satisfies WorkerRequest);
      return unwrapOutcome((await promise) as TaskOutcome<Result>);
    } finally {
      this.#running = undefined;
      stop.removeEventListener("abort", kill);
      this.#endWhenIdle();
    }
  }

  #start(): ChildProcess {
    const { entry, data, heapMb } = this.#options;
    const child = fork(entry, {
      execArgv: [`--max-old-space-size=${heapMb}`, `--max-semi-space-size=${semiSpaceMb}`],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      env: data === undefined ? processSettings() : process.env,
    });
    // An error means that the process did not start, which leaves it without an id, or that it has ended.
    child.on("error", () => undefined);
    if (child.pid === undefined) throw new WorkerLostError("the system starts no further process");
    try {
      setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // The system forbids it, or the process has ended already.
    }
    let errors = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      errors = (errors + text).slice(0, keptErrorCharacters);
    });
    child.on("message", (message) => this.#receive(message as WorkerMessage));
    const loaded = (this.#loaded = Promise.withResolvers<void>());
    child.once("close", (code, signal) => {
      loaded.resolve();
      if (this.#child !== child) return;
      this.#child = undefined;
      const outOfMemory = errors.includes("JavaScript heap out of memory");
      this.#running?.fail(
        new WorkerLostError(`the process ended with ${signal ?? code}: ${errors}`, { outOfMemory }),
      );
    });
    return child;
  }

  #receive(message: WorkerMessage): void {
    if (message === "ready") this.#loaded.resolve();
    else if ("part" in message) this.#running?.onPart?.(message.part);
    else if ("outcome" in message) this.#running?.finish(message.outcome);
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#endProcess(), this.#options.idleMs).unref();
  }

  #endProcess(): void {
    clearTimeout(this.#idleTimer);
    const child = this.#child;
    if (this.#running === undefined) this.#child = undefined;
    child?.kill("SIGKILL");
  }
}
