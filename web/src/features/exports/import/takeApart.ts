import { boardsInFile } from "./boardsInFile.ts";

/** A smaller file is taken apart before a worker has begun. */
const workerBytes = 500_000;

/**
 * As `boardsInFile`, in a worker for a large file.
 * @param signal ends it at once; the file then counts as one board
 */
export function takeApart(file: File, signal: AbortSignal): Promise<File[]> {
  if (file.size < workerBytes || typeof Worker === "undefined") return boardsInFile(file);
  const worker = new Worker(new URL("./boardsInFile.worker.ts", import.meta.url), { type: "module" });
  return new Promise<File[]>((resolve) => {
    worker.addEventListener("message", ({ data }: MessageEvent<File[]>) => resolve(data));
    // The server says what is wrong with it.
    worker.addEventListener("error", () => resolve([file]));
    signal.addEventListener("abort", () => resolve([file]), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
