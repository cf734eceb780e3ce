import { useSyncExternalStore } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { tip } from "../../../ui/tooltips/tip.ts";
import { useStickerActions } from "../stickerActions.ts";
import { columnDraft } from "../saving/stickerDraft.ts";
import { useComposer } from "../composer/composer.ts";

/** While the column has an unsent text, it shows that text. */
export function AddTile({ columnId, number }: { columnId: string; number: number }) {
  const t = useT();
  const { drafts } = useBoardStore();
  const composer = useComposer();
  const actions = useStickerActions();
  const draft = useSyncExternalStore(drafts.subscribe, () => columnDraft(drafts, columnId).title || null);
  const label = t("stickers.addToColumn", { column: number });
  // The name contains the visible text, so that users can say what they read.
  const name = draft === null ? label : `${label}. ${t("composer.draft")} ${draft}`;
  return (
    <button
      type="button"
      className="add-tile"
      data-draft={draft === null ? undefined : ""}
      aria-label={name}
      {...tip(label)}
      onPointerDown={() => composer.prepare(columnId)}
      onClick={() => actions.compose(columnId)}
    >
      {draft === null ? (
        <>
          <svg viewBox="0 0 24 24" aria-hidden>
            <path d="M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6z" />
          </svg>
          <span className="words" data-words={t("stickers.emptyColumn")} />
        </>
      ) : (
        <span>
          <b>{t("composer.draft")}</b> {draft}
        </span>
      )}
    </button>
  );
}
