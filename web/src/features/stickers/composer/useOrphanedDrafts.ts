import type { BoardView } from "@retro/rules/apply-change";
import { childrenOf } from "@retro/rules/tree";
import { useEffect } from "react";
import { useBoardStore, useChildIds } from "../../../board-state/boardHooks.ts";
import { translate } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { shortTitle } from "../boardQueries.ts";
import { type Composer, useComposer } from "./composer.ts";

/**
 * Moves the unsent texts of a deleted section's columns to other columns, and tells the user where; otherwise the user would not find them
 * again. A composer that is open in such a column opens in the new one. If no column is free, the text stays stored under its old column.
 * @param inDialog New Sticker is open. Nothing moves then: its text is a draft, too, and the dialog saves it in another column
 */
export function useOrphanedDrafts(inDialog: boolean): void {
  const store = useBoardStore();
  const composer = useComposer();
  const sections = useChildIds(null);
  useEffect(() => {
    const { view } = store.getState();
    if (view === null || sections.length === 0 || inDialog) return;
    for (const columnId of composer.drafts.columns())
      if (!view.items.has(columnId)) moveDraft(view, composer, columnId);
  }, [store, composer, sections, inDialog]);
}

function moveDraft(view: BoardView, composer: Composer, from: string): void {
  const { drafts, column } = composer;
  const draft = drafts.get(from);
  const to = freeColumn(view, composer);
  if (draft === null || to === null) return;
  const wasOpen = column.get() === from;
  drafts.set(from, null);
  drafts.set(to.columnId, draft);
  if (wasOpen) composer.open(to.columnId);
  toast({
    message: translate("composer.draftMoved", { section: shortTitle(view.items.get(to.sectionId)) }),
    kind: "info",
  });
}

/** Returns the first column without an unsent text; null if there is none. What is typed into an open composer replaces its column's text. */
function freeColumn(view: BoardView, { drafts, column }: Composer) {
  for (const section of childrenOf(view.items, null))
    for (const { id } of childrenOf(view.items, section.id))
      if (drafts.get(id) === null && column.get() !== id) return { sectionId: section.id, columnId: id };
  return null;
}
