import { useBoardState } from "../../board-state/hooks.ts";
import type { PendingEntry } from "../../board-state/types.ts";
import { lazyPart } from "../../ui/lazy.tsx";
import { useUnsavedText } from "../../ui/unsaved.ts";

const FailedList = lazyPart(() => import("./FailedList.tsx"), "FailedList");

const failed = new WeakMap<readonly PendingEntry[], readonly PendingEntry[]>();
const none: readonly PendingEntry[] = [];
function failedOf(pending: readonly PendingEntry[]): readonly PendingEntry[] {
  if (pending.length === 0) return none;
  let found = failed.get(pending);
  if (found === undefined) {
    found = pending.filter((entry) => entry.state === "failed");
    failed.set(pending, found.length === 0 ? none : found);
  }
  return found.length === 0 ? none : found;
}

/** What was not saved: texts that wait for their author's decision, and changes that were not sent because the board has moved on. */
export function FailedEntries() {
  const entries = useBoardState((state) => failedOf(state.pending));
  const dropped = useBoardState((state) => state.dropped);
  const atRisk = useBoardState((state) => !state.durable && state.link.waiting > 0);
  useUnsavedText(atRisk);
  if (entries.length === 0 && dropped.length === 0 && !atRisk) return null;
  return <FailedList entries={entries} dropped={dropped} atRisk={atRisk} />;
}
