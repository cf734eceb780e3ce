import { useCallback, useEffect, useRef, useState } from "react";
import type { BoardStore } from "../../board-state/boardStore.ts";
import type { PendingEntry } from "../../board-state/outbox/pendingEntry.ts";
import { translate } from "../../i18n/i18n.ts";
import { afterModals, isModalOpen } from "../../ui/dialogs/modals.ts";
import { Button } from "../../ui/controls/Button.tsx";
import { toast } from "../../ui/toasts/toast.ts";
import { correctionDialogOf, failureReason } from "./saving/failedChange.ts";
import type { OfferCorrection, OpenDialog, BoardDialog } from "./boardDialog.ts";

/** @param isWriting the user writes elsewhere on the board: then a message appears, and no dialog */
export function useBoardDialog(
  store: BoardStore,
  isWriting: () => boolean,
): [BoardDialog | null, OpenDialog, OfferCorrection] {
  const [dialog, setDialog] = useState<BoardDialog | null>(null);
  const current = useRef<BoardDialog | null>(null);
  const unreportedKeys = useRef<string[]>([]);
  const stop = useRef<() => void>(() => undefined);

  const openDialog = useCallback<OpenDialog>((next) => {
    // The row of reactions holds no text, and may be one that cannot be loaded: nothing waits for it.
    current.current = next?.kind === "reactions" ? null : next;
    setDialog(next);
  }, []);
  const failedEntry = useCallback(
    (key: string) => store.getState().pending.find((each) => each.key === key && each.state === "failed"),
    [store],
  );
  const reportAfterModals = useCallback(() => {
    stop.current();
    stop.current = afterModals(() => {
      if (current.current !== null) return;
      for (const key of unreportedKeys.current.splice(0)) {
        const entry = failedEntry(key);
        if (entry !== undefined) reportFailure(store, entry, openDialog);
      }
    });
  }, [failedEntry, openDialog, store]);
  const offerCorrection = useCallback<OfferCorrection>(
    (key) => {
      const entry = failedEntry(key);
      if (entry === undefined) return;
      if (current.current === null && !isModalOpen() && !isWriting())
        openDialog(correctionDialogOf(store.getState().view, entry));
      else {
        unreportedKeys.current.push(key);
        reportAfterModals();
      }
    },
    [failedEntry, openDialog, store, reportAfterModals, isWriting],
  );
  useEffect(() => {
    if (dialog === null && unreportedKeys.current.length > 0) reportAfterModals();
  }, [dialog, reportAfterModals]);
  useEffect(() => () => stop.current(), []);
  return [dialog, openDialog, offerCorrection];
}

/** Long enough to switch from one dialog to another; the red mark lasts as long as the failure. */
const failureToastMs = 20_000;

function reportFailure(store: BoardStore, entry: PendingEntry, openDialog: OpenDialog): void {
  const { view } = store.getState();
  const message = `${translate("stickers.failed")}: ${failureReason(view, entry)}`;
  if (correctionDialogOf(view, entry) === null) {
    toast({ kind: "error", message, duration: failureToastMs });
    return;
  }
  toast({
    kind: "error",
    message,
    duration: failureToastMs,
    action: (close) => (
      <Button
        size="small"
        color="inherit"
        onClick={() => {
          close();
          const now = store.getState();
          const failed = now.pending.find((each) => each.key === entry.key && each.state === "failed");
          if (failed !== undefined) openDialog(correctionDialogOf(now.view, failed));
        }}
      >
        {translate("stickers.mend")}
      </Button>
    ),
  });
}
