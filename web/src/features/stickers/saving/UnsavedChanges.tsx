import { useEffect, useRef } from "react";
import { useBoardState } from "../../../board-state/boardHooks.ts";
import type { PendingEntry } from "../../../board-state/outbox/pendingEntry.ts";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import { translate } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { useUnsavedText } from "../../../ui/dialogs/unsavedText.ts";

const UnsavedChangesList = lazyPart(() => import("./UnsavedChangesList.tsx"), "UnsavedChangesList");

const failedByPending = new WeakMap<readonly PendingEntry[], readonly PendingEntry[]>();
const none: readonly PendingEntry[] = [];
function failedOf(pending: readonly PendingEntry[]): readonly PendingEntry[] {
  if (pending.length === 0) return none;
  let found = failedByPending.get(pending);
  if (found === undefined) {
    found = pending.filter((entry) => entry.state === "failed");
    failedByPending.set(pending, found.length === 0 ? none : found);
  }
  return found.length === 0 ? none : found;
}

export function UnsavedChanges() {
  const entries = useBoardState((state) => failedOf(state.pending));
  const dropped = useBoardState((state) => state.dropped);
  const isDurable = useBoardState((state) => state.durable);
  const isWaiting = useBoardState((state) => state.connectionStatus.waiting > 0);
  const atRisk = !isDurable && (isWaiting || entries.length > 0);
  useUnsavedText(atRisk);
  useWarningWhenLeft(atRisk);
  if (entries.length === 0 && dropped.length === 0 && !atRisk) return null;
  return <UnsavedChangesList entries={entries} dropped={dropped} atRisk={atRisk} />;
}

function useWarningWhenLeft(atRisk: boolean): void {
  const now = useRef(atRisk);
  useEffect(() => {
    now.current = atRisk;
  }, [atRisk]);
  useEffect(
    () => () => {
      if (now.current)
        toast({ message: translate("stickers.leftUnstored"), kind: "warning", duration: null });
    },
    [],
  );
}
