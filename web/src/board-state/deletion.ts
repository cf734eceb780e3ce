import { limits } from "@retro/contract/limits";
import type { Entry } from "./entry.ts";
import type { Env } from "./env.ts";
import type { Deletion } from "./outbox-types.ts";

/** Holds a deletion back for the time of undo. The seconds are counted here, whatever becomes of the toast that offers Undo. */
export function deferDeletion(
  entry: Entry,
  env: Env,
  on: { commit: () => void; undo: () => void },
): Deletion {
  entry.deferred = true;
  const ended = new Promise<void>((resolve) => {
    entry.over = resolve;
  });
  const end = (then: () => void) => () => {
    if (!entry.deferred) return;
    endDeferral(entry);
    then();
  };
  const commit = end(on.commit);
  entry.stop = env.after(limits.undoMs, commit);
  return { commit, undo: end(on.undo), ended };
}

/** The deletion can no longer be undone. */
export function endDeferral(entry: Entry): void {
  entry.deferred = false;
  entry.stop?.();
  entry.stop = null;
  entry.over?.();
}
