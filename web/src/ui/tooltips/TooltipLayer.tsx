import "./tooltip.css";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { classed } from "../display/classed.tsx";
import { useTooltipOwner } from "./tooltipOwner.ts";

const Bubble = classed("div", "tooltip");

const gap = 6;
const margin = 8;
function place(element: HTMLElement, owner: HTMLElement): void {
  const ownerRect = owner.getBoundingClientRect();
  const bubbleRect = element.getBoundingClientRect();
  const below = ownerRect.bottom + gap;
  const fits = below + bubbleRect.height + margin <= window.innerHeight;
  const left = ownerRect.left + ownerRect.width / 2 - bubbleRect.width / 2;
  const top = fits ? below : Math.max(margin, ownerRect.top - gap - bubbleRect.height);
  const farthest = window.innerWidth - bubbleRect.width - margin;
  element.style.transform = `translate(${Math.round(Math.max(margin, Math.min(left, farthest)))}px, ${Math.round(top)}px)`;
}

/** Renders again when the owner's tooltip text changes, which may happen while it is open. */
function useTextOf(owner: HTMLElement | null): void {
  const [, setText] = useState<string>();
  useEffect(() => {
    if (owner === null) return undefined;
    const observer = new MutationObserver(() => setText(owner.dataset["tip"]));
    observer.observe(owner, { attributes: true, attributeFilter: ["data-tip"] });
    return () => observer.disconnect();
  }, [owner]);
}

/**
 * Escape, a press and scrolling close it; the pointer may move onto it (WCAG 1.4.13).
 * @param props `firstTouch`: the element under the last touch before this layer listened
 */
export function TooltipLayer({
  firstTouch,
  onListening,
}: {
  firstTouch: EventTarget | null;
  onListening: { readonly current: () => void };
}) {
  const bubble = useRef<HTMLDivElement>(null);
  const owner = useTooltipOwner(firstTouch, onListening, bubble);
  useTextOf(owner);
  useLayoutEffect(() => {
    if (owner !== null && bubble.current !== null) place(bubble.current, owner);
  });

  if (owner?.isConnected !== true || owner.dataset["tip"] === undefined) return null;
  return createPortal(
    <Bubble ref={bubble} role="tooltip">
      {owner.dataset["tip"]}
    </Bubble>,
    document.body,
  );
}
