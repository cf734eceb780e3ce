import type { BoardView } from "@retro/rules/apply-change";
import { childrenOf } from "@retro/rules/tree";
import { useEffect } from "react";
import { useBoardStore, useChildIds } from "../../../board-state/boardHooks.ts";
import type { CommandOf } from "../../../board-state/commands/commandSpec.ts";
import type { Drafts } from "../../../board-state/drafts/drafts.ts";
import { translate } from "../../../i18n/i18n.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { shortTitle } from "../boardQueries.ts";
import { type Composer, useComposer } from "./composer.ts";

/**
 * Otherwise the user would not find these texts again. `inDialog`: New Sticker is open, and nothing moves,
 * because its text is a draft, too.
 */
export function useOrphanedDrafts(inDialog: boolean): void {
  const store = useBoardStore();
  const composer = useComposer();
  const sections = useChildIds(null);
  useEffect(() => {
    const { view } = store.getState();
    if (view === null || sections.length === 0 || inDialog) return;
    for (const place of store.drafts.places()) {
      const draft = store.drafts.get(place);
      if (draft?.type === "sticker.add" && !view.items.has(place))
        moveDraft(view, store.drafts, composer, draft);
    }
  }, [store, composer, sections, inDialog]);
}

function moveDraft(
  view: BoardView,
  drafts: Drafts,
  composer: Composer,
  draft: CommandOf<"sticker.add">,
): void {
  const to = freeColumn(view, drafts, composer);
  if (to === null) return;
  const wasOpen = composer.column.get() === draft.parent_id;
  drafts.drop(draft.parent_id);
  drafts.keep({ ...draft, parent_id: to.columnId });
  if (wasOpen) composer.open(to.columnId);
  toast({
    message: translate("composer.draftMoved", { section: shortTitle(view.items.get(to.sectionId)) }),
    kind: "info",
  });
}

/** Null if there is none. What is typed into an open composer replaces its column's text. */
function freeColumn(view: BoardView, drafts: Drafts, { column }: Composer) {
  for (const section of childrenOf(view.items, null))
    for (const { id } of childrenOf(view.items, section.id))
      if (drafts.get(id) === null && column.get() !== id) return { sectionId: section.id, columnId: id };
  return null;
}
