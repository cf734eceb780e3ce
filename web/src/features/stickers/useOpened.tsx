import Button from "@mui/material/Button";
import { useCallback, useEffect, useRef, useState } from "react";
import type { BoardStore, PendingEntry } from "../../board-state/types.ts";
import { translate } from "../../i18n/i18n.ts";
import { afterModals, isModalOpen } from "../../ui/modals.ts";
import { toast } from "../../ui/toast.ts";
import { mendingOf, reasonOf } from "./mend.ts";
import type { Offer, Open, Opened } from "./opened.ts";

/** The board's one open dialog or menu. A refusal opens its dialog if none is open; otherwise a message appears when the open one has closed. */
export function useOpened(store: BoardStore): [Opened | null, Open, Offer] {
  const [opened, setOpened] = useState<Opened | null>(null);
  const current = useRef<Opened | null>(null);
  /** Failed changes that wait for the open dialog's end. */
  const untold = useRef<string[]>([]);
  const stop = useRef<() => void>(() => undefined);

  const open = useCallback<Open>((next) => {
    current.current = next;
    setOpened(next);
  }, []);
  const failedEntry = useCallback(
    (key: string) => store.getState().pending.find((each) => each.key === key && each.state === "failed"),
    [store],
  );
  const tellAfterModals = useCallback(() => {
    stop.current();
    stop.current = afterModals(() => {
      if (current.current !== null) return;
      for (const key of untold.current.splice(0)) {
        const entry = failedEntry(key);
        if (entry !== undefined) tell(store, entry, open);
      }
    });
  }, [failedEntry, open, store]);
  const offer = useCallback<Offer>(
    (key) => {
      const entry = failedEntry(key);
      if (entry === undefined) return;
      if (current.current === null && !isModalOpen()) open(mendingOf(store.getState().view, entry));
      else {
        untold.current.push(key);
        tellAfterModals();
      }
    },
    [failedEntry, open, store, tellAfterModals],
  );
  useEffect(() => {
    if (opened === null && untold.current.length > 0) tellAfterModals();
  }, [opened, tellAfterModals]);
  useEffect(() => () => stop.current(), []);
  return [opened, open, offer];
}

/** Long enough to turn from one dialog to another. The sticker's red mark says the same for as long as it lasts. */
const toldMs = 20_000;

function tell(store: BoardStore, entry: PendingEntry, open: Open): void {
  const message = `${translate("stickers.failed")}: ${reasonOf(entry)}`;
  if (mendingOf(store.getState().view, entry) === null) {
    toast({ kind: "error", message, duration: toldMs });
    return;
  }
  toast({
    kind: "error",
    message,
    duration: toldMs,
    action: (close) => (
      <Button
        size="small"
        color="inherit"
        onClick={() => {
          close();
          const { view, pending } = store.getState();
          const now = pending.find((each) => each.key === entry.key && each.state === "failed");
          if (now !== undefined) open(mendingOf(view, now));
        }}
      >
        {translate("stickers.mend")}
      </Button>
    ),
  });
}
