import { limits } from "@retro/contract/limits";
import type { Direction } from "../../../board-state/history/changeHistory.ts";
import type { ChangeEntry } from "../../../board-state/history/changeSteps.ts";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import { translate } from "../../../i18n/i18n.ts";
import { fetchChunk, prefetchLater } from "../../../ui/loading/chunks.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { toastButton } from "../../../ui/toasts/toastButton.tsx";

const loadUndo = () => import("./performUndo.ts");
prefetchLater(loadUndo);

export async function undoOrRedo(
  store: BoardStore,
  direction: Direction,
  entry?: ChangeEntry,
): Promise<void> {
  const { performUndo } = await fetchChunk(loadUndo);
  performUndo(store, direction, entry);
}

/** Closes when the change is undone in another way. @returns the function that closes it */
export function offerUndo(store: BoardStore, change: ChangeEntry, message: string): () => void {
  const close = toast({
    message,
    duration: limits.undoMs,
    action: toastButton(translate("stickers.undo"), () => void undoOrRedo(store, "undo", change)),
    onClose: () => stop(),
  });
  const stop = store.subscribe(() => {
    if (!store.history.has(change, "undo")) close();
  });
  return close;
}
