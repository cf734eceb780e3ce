import type { SectionStyle } from "@retro/contract/entities";
import { flushSync } from "react-dom";
import { useBoardStore, useItem, usePermissions } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { useComposer } from "../composer/composer.ts";
import { columnAtEnd } from "../boardQueries.ts";
import { sectionCss } from "../card/stickerCss.ts";
import { useStickerActions } from "../stickerActions.ts";
import { useCurrentSection } from "./currentSection.ts";

export function AddBar() {
  const t = useT();
  const store = useBoardStore();
  const actions = useStickerActions();
  const composer = useComposer();
  const id = useCurrentSection();
  const section = useItem(id ?? "");
  const permissions = usePermissions();
  // The section for actions has another field, for actions.
  const hasNoStickers = section === undefined || section.holds === "actions";
  if (id === null || hasNoStickers || permissions.editStickers !== null) return null;
  const columnId = () => columnAtEnd(store.getState().view, id);
  const prepare = () => {
    const column = columnId();
    if (column !== null) composer.prepare(column);
  };
  const compose = () => {
    const column = columnId();
    // Safari opens the keyboard only if the field gets the focus during the tap.
    if (column !== null) flushSync(() => actions.compose(column));
  };
  return (
    <div className="add-bar" style={sectionCss((section.style as SectionStyle).self?.backgroundColor)}>
      <button type="button" onPointerDown={prepare} onClick={compose}>
        <svg viewBox="0 0 24 24" aria-hidden>
          <path d="M19 13h-6v6h-2v-6H5v-2h6V5h2v6h6z" />
        </svg>
        <span>{t("sections.addTo", { title: section.title ?? "" })}</span>
      </button>
    </div>
  );
}
