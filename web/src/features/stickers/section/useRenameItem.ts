import type { Item } from "@retro/contract/items";
import { useRef } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import type { Rename } from "../../../ui/controls/InlineTitle.tsx";
import { useStillOpen } from "../../../ui/dialogs/stillOpen.ts";
import { errorDetails } from "../boardQueries.ts";
import { discardFailedEdits } from "../saving/failedChange.ts";

/**
 * Gives a section its title, a group its name, or a topic its note. Names the revision that the user has seen; if only something
 * else of the item has changed since, it is sent again.
 */
export function useRenameItem(id: string, field: "title" | "name" | "note"): Rename {
  const t = useT();
  const store = useBoardStore();
  const isOpen = useStillOpen();
  /** The section as the last refusal showed it: the view may be older. */
  const refusedWith = useRef<Item | undefined>(undefined);
  const textOf = (item: Item | undefined) => item?.[field] ?? "";
  return async (text, before) => {
    const seen = newest(store.getState().view?.items.get(id), refusedWith.current);
    const changed = (current: string) => ({
      message: t("validation.changedMeanwhile", { current: current || t("groups.noName") }),
      current,
    });
    if (seen !== undefined && textOf(seen) !== before) return changed(textOf(seen));
    const send = async (rev: number | undefined) =>
      store
        .send({ type: "item.edit", id, ...(rev !== undefined && { rev }), [field]: text })
        .catch((refusal: unknown) => {
          refusedWith.current = currentOf(refusal) ?? refusedWith.current;
          // The field keeps the text; another one that was refused before stays among the unsaved changes.
          if (isOpen()) discardFailedEdits(store, id, { field, text });
          throw refusal;
        });
    try {
      await send(seen?.rev).catch(async (refusal: unknown) => {
        const current = currentOf(refusal);
        if (current === undefined || textOf(current) !== before) throw refusal;
        // Without an open field the refused edit would stay among the unsaved changes.
        discardFailedEdits(store, id, { field, text });
        await send(current.rev);
      });
      return null;
    } catch (refusal) {
      const current = currentOf(refusal);
      if (current !== undefined) return changed(textOf(current));
      const { field: fieldMessage, message } = errorDetails(refusal, t("error.internal"), field);
      return { message: fieldMessage ?? message };
    }
  };
}

function newest(a: Item | undefined, b: Item | undefined): Item | undefined {
  return a === undefined || (b !== undefined && b.rev > a.rev) ? b : a;
}

/** The section as it is now, from a refusal because of its revision. */
function currentOf(refusal: unknown): Item | undefined {
  const { status, data } = errorDetails(refusal, "");
  return status === 409 ? (data as Item | undefined) : undefined;
}
