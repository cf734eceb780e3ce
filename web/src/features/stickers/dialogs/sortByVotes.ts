import { orderByVotes, type SortRefusal } from "@retro/rules/sort-by-votes";
import type { BoardStore } from "../../../board-state/types.ts";
import { translate } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { errorDetails } from "../boardQueries.ts";
import { offerUndo } from "../history/offerUndo.ts";

/** Why "Sort by votes" is disabled, for the menu. */
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
 * Orders the stickers of a section's columns by their votes [V6], and offers to undo it. The request names
 * the order that the user saw. If another user has moved a sticker since, the server refuses the sort, and a
 * message says so.
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
