import { useEffect } from "react";
import { forgetTyping, isLetterKey, isTypingTarget } from "../../../ui/focus/letterKey.ts";
import { boardBehind } from "../../../ui/boardBehind.ts";
import { isModalOpen } from "../../../ui/dialogs/modals.ts";
import { currentSectionId } from "../phone/currentSection.ts";

/** Height of the bars above the board, in pixels: a section behind them is not in view. */
const barsHeight = 64;
/** A section of which less is visible is not in view, in pixels. */
const leastVisible = 80;

/** In the section that has the focus, else in the first one in view. */
export function useComposerKey(composeIn: (sectionId: string) => void): void {
  useEffect(forgetTyping, []);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || !isLetterKey(event, "n")) return;
      if (isTypingTarget(event.target) || isModalOpen() || boardBehind.get()) return;
      // A picked-up sticker takes the keys.
      if (document.querySelector("[data-dragging]") !== null) return;
      const sectionId = focusedSection() ?? sectionInView();
      if (sectionId === null) return;
      event.preventDefault();
      composeIn(sectionId);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [composeIn]);
}

function focusedSection(): string | null {
  const section = document.activeElement?.closest<HTMLElement>("[data-section]");
  return section?.dataset["section"] ?? null;
}

function sectionInView(): string | null {
  const sections = [...document.querySelectorAll<HTMLElement>("[data-section]")];
  const inView = sections.find((each) => each.getBoundingClientRect().bottom > barsHeight + leastVisible);
  return currentSectionId() ?? (inView ?? sections[0])?.dataset["section"] ?? null;
}
