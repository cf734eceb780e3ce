import { useEffect } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { isTextWithheld } from "./boardQueries.ts";
import { clearLastFocusedField } from "../../ui/device/scrubHiddenText.ts";
import { useOrphanedDrafts } from "./composer/useOrphanedDrafts.ts";
import type { BoardDialog } from "./boardDialog.ts";
import type { Opening } from "./OpenedDialog.tsx";
import { lazyPart } from "../../ui/loading/lazy.tsx";

const OpenedDialog = lazyPart(() => import("./OpenedDialog.tsx"), "OpenedDialog", {
  editing: true,
  plain: true,
});

/** A dialog on a sticker contains its text: it closes at once, even unsaved, when that text is hidden. */
export function DialogHost({ dialog, ...opening }: Opening & { dialog: BoardDialog | null }) {
  const { openDialog } = opening;
  const aboutId = dialog !== null && "id" in dialog ? dialog.id : null;
  const hidden = useBoardState(
    ({ view, screen }) =>
      view !== null && aboutId !== null && isTextWithheld(view, view.items.get(aboutId), screen),
  );
  const hiding = useBoardState((state) => state.view?.facilitation.facilitator_options.hideContent === true);
  useOrphanedDrafts(dialog?.kind === "new");
  useEffect(() => {
    if (hidden) openDialog(null);
    if (hidden || hiding) clearLastFocusedField();
  }, [hidden, hiding, openDialog]);
  return dialog === null || hidden ? null : <OpenedDialog dialog={dialog} {...opening} />;
}
