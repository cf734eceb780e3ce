import { changesOfOthers } from "@retro/contract/changes";
import type { PresentTexts } from "@retro/contract/commands";
import { useState } from "react";
import { ApiError, asApiError } from "../../../api/client.ts";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import type { ApiErrorLike } from "../../../board-state/apiCalls.ts";
import { translate } from "../../../i18n/i18n.ts";
import { changedHead, sectionEntry, seenTexts, sectionsChanged } from "./boardEditChanges.ts";
import type { BoardDraft } from "./useBoardDraft.ts";

export function useSaveBoard(draft: BoardDraft) {
  const store = useBoardStore();
  const [refused, setRefused] = useState<ApiErrorLike | null>(null);
  /** Others' texts on screen, by field or section: the next save replaces these, and no newer ones. */
  const [seen, setSeen] = useState<PresentTexts>({});

  /** @returns whether the board is as the user has edited it */
  const save = async (isOpen: () => boolean): Promise<boolean> => {
    const { start, title, description, sections, deletes, since } = draft;
    const head = changedHead(start, title, description, seen);
    const sectionsDiffer = sectionsChanged(start, sections, seen);
    if (Object.keys(head).length === 0 && !sectionsDiffer && deletes.length === 0) return true;
    const currentItems = store.getState().view?.items;
    try {
      await store.call("PUT", "", {
        ...head,
        ...(sectionsDiffer && {
          sections: sections.map((section) => sectionEntry(start, section, seen)),
        }),
        deletes: deletes.filter((id) => currentItems?.has(id) !== false),
        ...(since !== undefined && { since }),
      });
      return true;
    } catch (error) {
      const failure = asApiError(error);
      if (!isOpen()) throw failure;
      setSeen({ ...seen, ...seenTexts(failure, sections) });
      const changed = changesOfOthers.safeParse(failure.data).success;
      if (changed) draft.seeBoard();
      setRefused(changed ? new ApiError(409, translate("board.deletesChanged")) : failure);
      return false;
    }
  };
  return { save, refused, clearRefusal: () => setRefused(null) };
}
