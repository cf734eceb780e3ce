import { limits } from "@retro/contract/limits";
import type { OutboxEntry } from "./outboxEntry.ts";
import type { BoardEnvironment } from "../boardEnvironment.ts";
import type { Deletion } from "./deletion.ts";

/**
 * Delays a deletion for the time of undo (spec 9.5). The time is counted here, whether or not the toast that offers Undo is still shown.
 * @param on `commit` sends the deletion, `undo` removes it
 */
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

/** Ends the time for undo. */
export function endDeferral(entry: OutboxEntry): void {
  entry.deferred = false;
  entry.cancelWait?.();
  entry.cancelWait = null;
  entry.onDeletionFinal?.();
}
