import { useEffect, useState, type RefObject } from "react";

/** Brings the topic onto the screen; the focus stays where it is. */
export function scrollToStage(stage: HTMLElement | null): void {
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  stage?.scrollIntoView({ block: "nearest", behavior: calm ? "auto" : "smooth" });
}

/** Whether none of an element is on the screen: its user looks round elsewhere on the board. */
export function useOutOfView(element: RefObject<HTMLElement | null>, isShown: boolean): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    if (!isShown || element.current === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setAway(entry?.isIntersecting === false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, isShown]);
  return isShown && isAway;
}
