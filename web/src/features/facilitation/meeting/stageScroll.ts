import type { StepKind } from "@retro/contract/facilitation/meeting";
import { useEffect, useState, type RefObject } from "react";
import { offerSidePanel } from "../../../ui/panels/sidePanelState.ts";

/** Brings the topic onto the screen; the focus stays where it is. */
export function scrollToStage(stage: HTMLElement | null): void {
  scrollTo(stage, "nearest");
}

/**
 * What matters in a step that shows nothing above the board: the first section, and beside it the summary when the
 * meeting closes.
 */
export function scrollToStep(kind: StepKind | undefined): void {
  if (kind === "close") offerSidePanel("summary");
  const first = document.querySelector<HTMLElement>(".board-grid > *");
  const top = first?.getBoundingClientRect().top ?? 0;
  if (top < 0 || top > innerHeight / 2) scrollTo(first, "start");
}

function scrollTo(element: HTMLElement | null, block: ScrollLogicalPosition): void {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element?.scrollIntoView({ block, behavior: calm ? "auto" : "smooth" });
}

/**
 * Whether none of an element is on the screen: its user looks round elsewhere on the board.
 * @param shown names what the element shows; another step has another element. Undefined: there is none
 */
export function useOutOfView(element: RefObject<HTMLElement | null>, shown: string | undefined): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (shown === undefined || element.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, shown]);
  return shown !== undefined && isAway;
}
