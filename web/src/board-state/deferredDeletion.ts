import { limits } from "@retro/contract/limits";
import type { OutboxEntry } from "./outboxEntry.ts";
import type { BoardEnvironment } from "./boardEnvironment.ts";
import type { Deletion } from "./outboxTypes.ts";

/** Holds a deletion back for the time of undo. The seconds are counted here, whatever becomes of the toast that offers Undo. */
export function deferDeletion(
  entry: OutboxEntry,
  env: BoardEnvironment,
  on: { commit: () => void; undo: () => void },
): Deletion {
  entry.deferred = true;
  const ended = new Promise<void>((resolve) => {
    entry.onDeletionFinal = resolve;
  });
  const end = (then: () => void) => () => {
    if (!entry.deferred) return;
    endDeferral(entry);
    then();
  };
  const commit = end(on.commit);
  entry.cancelWait = env.schedule(limits.undoMs, commit);
  return { commit, undo: end(on.undo), ended };
}

/** The deletion can no longer be undone. */
export function endDeferral(entry: OutboxEntry): void {
  entry.deferred = false;
  entry.cancelWait?.();
  entry.cancelWait = null;
  entry.onDeletionFinal?.();
}
