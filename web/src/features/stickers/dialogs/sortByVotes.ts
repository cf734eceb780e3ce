import { orderByVotes, type SortRefusal } from "@retro/rules/sort-by-votes";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import { translate } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { errorDetails } from "../boardQueries.ts";
import { offerUndo } from "../history/offerUndo.ts";

export function sortRefusalText(refusal: SortRefusal): string | null {
  if (refusal === null) return null;
  return translate(
    refusal === "stickers_locked"
      ? "error.stickers_locked"
      : refusal === "content_hidden"
        ? "sections.sortHidden"
        : "sections.sortConcealed",
  );
}

/**
 * The request names the order that the user saw: if a sticker has moved since, the server refuses it [V6].
 */
export async function sortByVotes(store: BoardStore, sectionId: string): Promise<void> {
  const { view } = store.getState();
  const orders = view === null ? [] : orderByVotes(view.items, sectionId);
  if (orders.length === 0) {
    toast({ message: translate("sections.sortedAlready") });
    return;
  }
  const sent = store.send({ type: "stickers.order", orders });
  const change = store.history.next("undo");
  try {
    await sent;
  } catch (error) {
    const { status, message } = errorDetails(error, translate("error.internal"));
    toast({ kind: "error", message: status === 409 ? translate("sections.sortConflict") : message });
    return;
  }
  if (change !== null) offerUndo(store, change, translate("sections.sorted"));
}
