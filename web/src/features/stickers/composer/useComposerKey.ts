import { useEffect } from "react";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import { forgetTyping, isLetterKey, isTypingTarget } from "../../../ui/focus/letterKey.ts";
import { boardBehind } from "../../../ui/boardBehind.ts";
import { isModalOpen } from "../../../ui/dialogs/modals.ts";
import { columnForNew } from "../boardQueries.ts";
import { currentSectionId } from "../phone/currentSection.ts";

/** Height of the bars above the board, in pixels: a section behind them is not in view. */
const barsHeight = 64;
/** A section of which less is visible is not in view, in pixels. */
const leastVisible = 80;

/** In the column that has the focus, else in the emptiest column of the first section in view. */
export function useComposerKey(store: BoardStore, compose: (columnId: string) => void): void {
  useEffect(forgetTyping, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || !isLetterKey(event, "n")) return;
      if (isTypingTarget(event.target) || isModalOpen() || boardBehind.get()) return;
      // A picked-up sticker takes the keys.
      if (document.querySelector("[data-dragging]") !== null) return;
      const columnId = focusedColumn() ?? columnInView(store);
      if (columnId === null) return;
      event.preventDefault();
      compose(columnId);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [store, compose]);
}

function focusedColumn(): string | null {
  const column = document.activeElement?.closest<HTMLElement>("[data-column]");
  return column?.dataset["column"] ?? null;
}

function columnInView(store: BoardStore): string | null {
  const { view } = store.getState();
  const sections = [...document.querySelectorAll<HTMLElement>("[data-section]")];
  const inView = sections.find((each) => each.getBoundingClientRect().bottom > barsHeight + leastVisible);
  const sectionId = currentSectionId() ?? (inView ?? sections[0])?.dataset["section"];
  return view === null || sectionId === undefined ? null : columnForNew(view, sectionId);
}
