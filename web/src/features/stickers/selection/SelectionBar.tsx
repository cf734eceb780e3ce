import "./selection.css";
import { useEffect } from "react";
import { useBoardState, useBoardStore } from "../../../board-state/boardHooks.ts";
import { useBodyMark } from "../../../ui/device/bodyMark.ts";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { isTypingTarget } from "../../../ui/focus/letterKey.ts";
import { clearSelection, groupMoves, groupSelected, selectedIds, selection } from "./selection.ts";

/** What can be done with the selected stickers. */
export function SelectionBar() {
  const t = useT();
  const store = useBoardStore();
  useBodyMark("selecting");
  const count = useBoardState(({ view }) => selectedIds(view).length);
  const mayGroup = useBoardState(({ view }) => view !== null && groupMoves(view, selectedIds(view)) !== null);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.defaultPrevented || isTypingTarget(event.target)) return;
      event.preventDefault();
      clearSelection();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  // Others may have deleted the last one.
  useEffect(() => {
    if (count === 0 && selection.get()?.size !== 0) clearSelection();
  }, [count]);
  return (
    <div className="selection-bar" role="toolbar" aria-label={t("selection.title")}>
      <span className="count">
        {count > 0 && t("selection.count", { count })}
        {count < 2 && <span className="hint">{t(count === 0 ? "selection.begin" : "selection.more")}</span>}
      </span>
      <p id="sticker-selected" hidden>
        {t("selection.selected")}
      </p>
      <Button onClick={clearSelection}>{t("common.cancel")}</Button>
      <Button
        variant="contained"
        aria-disabled={!mayGroup}
        title={count > 1 && !mayGroup ? t("selection.tooDeep") : undefined}
        onClick={() => groupSelected(store)}
      >
        {t("stickers.group")}
      </Button>
    </div>
  );
}
