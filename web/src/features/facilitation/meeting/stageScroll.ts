import { useEffect, useState, type RefObject } from "react";

/** Brings what the step shows onto the screen; the focus stays where it is. */
export function scrollToStage(stage: HTMLElement | null): void {
  scrollToTop(stage);
}

/** What matters in a step that shows nothing above the board. */
export function scrollToSections(): void {
  scrollToTop(document.querySelector<HTMLElement>(".board-grid > *"));
}

/** An element that begins in the upper half of the screen stays there. */
function scrollToTop(element: HTMLElement | null): void {
  const top = element?.getBoundingClientRect().top ?? 0;
  if (top >= 0 && top <= innerHeight / 2) return;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  element?.scrollIntoView({ block: "start", behavior: calm ? "auto" : "smooth" });
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
