import { type TaskOutcome, captureOutcome } from "./task-outcome.ts";

/** What the server sends to a worker process. */
export interface WorkerRequest {
  task: unknown;
  data: unknown;
}

/** What a worker process sends: once that it can work; for each task any number of parts, then the outcome. */
export type WorkerMessage = "ready" | { part: Uint8Array } | { outcome: TaskOutcome<unknown> };

export interface WorkerContext<Data> {
  /** The `data` of the worker's options. */
  data: Data;
  /**
   * Sends a part of the result ahead, so that no process has all of it in memory twice. Resolves when it is
   * sent.
   */
  sendPart: (part: Uint8Array) => Promise<void>;
}

/** For a worker module: does the tasks that the server sends, one after another, and ends with the server. */
export function serveTasks(run: (task: never, context: WorkerContext<never>) => unknown): void {
  const sendPart = (part: Uint8Array): Promise<void> => send({ part });
  process.on("message", (request: WorkerRequest) => {
    const { task, data } = request as { task: never; data: never };
    void captureOutcome(async () => run(task, { data, sendPart })).then((outcome) => send({ outcome }));
  });
  process.once("disconnect", () => process.exit());
  // A terminal and systemd send these to every process of the server, which ends its workers itself.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
  void send("ready");
}

function send(message: WorkerMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error === null ? resolve() : reject(error)));
  });
}
