import type { BoardView } from "@retro/rules/apply-change";
import { childrenOf } from "@retro/rules/tree";
import { useEffect } from "react";
import { useBoardStore, useChildIds } from "../../../board-state/boardHooks.ts";
import { translate } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toast.ts";
import { shortTitle } from "../boardQueries.ts";
import { type Composer, useComposer } from "./composer.ts";

/**
 * When a section is deleted, the unsent texts of its columns continue in other columns, and a message says where; else their author
 * would not find them again. An open composer goes with its text. A text for which no column is free is kept for the next time.
 * @param inDialog New Sticker is open: its text is a draft, too, and the dialog itself offers another column
 */
export function useStrandedDrafts(inDialog: boolean): void {
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
  const to = freeColumn(view, drafts);
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

/** Returns the first column without an unsent text; null if there is none. */
function freeColumn(view: BoardView, drafts: Composer["drafts"]) {
  for (const section of childrenOf(view.items, null))
    for (const column of childrenOf(view.items, section.id))
      if (drafts.get(column.id) === null) return { sectionId: section.id, columnId: column.id };
  return null;
}
