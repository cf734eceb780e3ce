import { limits } from "@retro/contract/limits";
import type { ImportOutcome, TableChoices, TablePreview } from "@retro/contract/files/table-import";
import { useRef, useState } from "react";
import { ApiError } from "../../../api/client.ts";
import { useT } from "../../../i18n/useT.ts";
import { useStillOpen } from "../../../ui/dialogs/stillOpen.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { fileFault } from "./fileFault.ts";
import { failureText } from "./importFailure.ts";
import { boardsInFile } from "./boardsInFile.ts";

/** A smaller file is taken apart before a worker has begun. */
const workerBytes = 500_000;

/**
 * As `boardsInFile`, in a worker for a large file.
 * @param signal ends it at once; the file then counts as one board
 */
function takeApart(file: File, signal: AbortSignal): Promise<File[]> {
  if (file.size < workerBytes || typeof Worker === "undefined") return boardsInFile(file);
  const worker = new Worker(new URL("./boardsInFile.worker.ts", import.meta.url), { type: "module" });
  return new Promise<File[]>((resolve) => {
    worker.addEventListener("message", ({ data }: MessageEvent<File[]>) => resolve(data));
    // The server reports what is wrong with it.
    worker.addEventListener("error", () => resolve([file]));
    signal.addEventListener("abort", () => resolve([file]), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}

/** What its user looks at before anything is written: a table with its columns, or what a list becomes. */
interface ShownFile {
  file: File;
  table: TablePreview | null;
  board: ImportOutcome | null;
  /** The boards of a file that contains several. */
  boards?: File[];
}

interface BatchProgress {
  name: string;
  number: number;
  count: number;
}

interface Steps {
  /** Null for a file that needs no look: it is taken. */
  look: (file: File, signal: AbortSignal) => Promise<ShownFile | null>;
  take: (shown: ShownFile, choices: TableChoices, signal: AbortSignal) => Promise<unknown>;
  /** After the last file. */
  finish: () => void;
}

export const refuse = (message: string): void => {
  toast({ message, kind: "error", duration: 10_000 });
};

/** Takes files one after the other, because a session may import one at a time. */
export function useFileBatch({ look, take, finish }: Steps) {
  const t = useT();
  const isOpen = useStillOpen();
  const [progress, setProgress] = useState<BatchProgress | null>(null);
  const [shown, setShown] = useState<ShownFile | null>(null);
  const batch = useRef({ waiting: [] as File[], count: 0, busy: false, abort: new AbortController() });

  const next = async (): Promise<void> => {
    const { waiting } = batch.current;
    for (let given = waiting.shift(); given !== undefined; given = waiting.shift()) {
      const { count } = batch.current;
      setProgress({ name: given.name, number: count - waiting.length, count });
      const { signal } = (batch.current.abort = new AbortController());
      const { name } = given;
      const refuseFile = (message: string) =>
        refuse(count === 1 ? message : t("import.faultAt", { place: name, message }));
      try {
        let fault = await fileFault(given);
        const boards = fault === null ? await takeApart(given, signal) : [];
        if (signal.aborted) continue;
        const [file = given, ...others] = boards;
        if (others.length === 0 && file.size > limits.import.bytes) fault ??= "import.tooLarge";
        if (fault === null) {
          const found =
            others.length > 0 ? { file: given, table: null, board: null, boards } : await look(file, signal);
          if (found !== null && isOpen() && !signal.aborted) {
            setProgress(null);
            return setShown(found);
          }
        } else refuseFile(t(fault, { name }));
      } catch (error) {
        if (signal.aborted) continue;
        // The server takes a number of files in a minute, and may be busy: the others wait, and can be cancelled.
        if (count > 1 && error instanceof ApiError && ["rate_limited", "busy"].includes(error.code ?? "")) {
          waiting.unshift(given);
          await pause(error.retryAfter ?? 5, signal);
        } else refuseFile(failureText(error, t));
      }
    }
    setProgress(null);
    batch.current.busy = false;
    batch.current.count = 0;
    finish();
  };
  const goOn = (): void => {
    setShown(null);
    void next();
  };
  const add = (files: readonly File[]): void => {
    batch.current.waiting.push(...files);
    batch.current.count += files.length;
    if (batch.current.busy) return;
    batch.current.busy = true;
    void next();
  };
  /** Ends the file at work and those that wait; what is made stays. */
  const cancel = (): void => {
    batch.current.waiting.length = 0;
    batch.current.abort.abort();
  };
  /** @throws ApiError, and the file stays shown */
  const takeShown = async (choices: TableChoices, signal: AbortSignal): Promise<void> => {
    if (shown === null) return;
    await take(shown, choices, signal);
    // Closing the dialog has already begun the next file.
    if (!signal.aborted) goOn();
  };
  /** Queues the chosen boards of the shown file. */
  const takeBoards = (boards: readonly File[]): void => {
    batch.current.waiting.unshift(...boards);
    batch.current.count += boards.length - 1;
    goOn();
  };
  return { progress, shown, add, cancel, closeShown: goOn, takeShown, takeBoards };
}

/** Ends early when it is cancelled. */
const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => resolve(), { once: true });
  });

export type FileBatch = ReturnType<typeof useFileBatch>;
