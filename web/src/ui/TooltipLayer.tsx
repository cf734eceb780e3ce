import { styled } from "@mui/material/styles";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { RefObject } from "react";
import { createPortal } from "react-dom";

const Bubble = styled("div")(({ theme }) => ({
  ...theme.typography.caption,
  position: "fixed",
  left: 0,
  top: 0,
  zIndex: theme.zIndex.tooltip,
  maxWidth: "min(320px, calc(100vw - 16px))",
  padding: "6px 8px",
  borderRadius: 6,
  whiteSpace: "pre-line",
  color: "#ffffff",
  backgroundColor: "#2b2833",
  ...theme.applyStyles("dark", { backgroundColor: "#45424f" }),
}));

const gap = 6;
const margin = 8;
const waitMs = 400;
const graceMs = 100;
/** How far a finger may move during a tap, in CSS pixels. */
const tapRadius = 10;
/** Browsers send a tap's mouse and focus events within this many milliseconds after it. */
const tapMs = 700;

function tooltipOwnerOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
}

const actionable =
  "button:not(:disabled), a[href], input:not(:disabled), textarea, select, [role=button], [role=menuitem]";

/** The element whose tooltip a tap opens; null if the tap does something else. */
function tappedOwner(target: EventTarget | null): HTMLElement | null {
  const owner = tooltipOwnerOf(target);
  if (owner === null || "tipTap" in owner.dataset) return owner;
  return (target as Element).closest(actionable) === null ? owner : null;
}

interface TooltipLayerProps {
  firstTouch: EventTarget | null;
  onListening: { readonly current: () => void };
}

/** Returns the element whose tooltip is open; `bubble` is the open tooltip. */
function useTooltipOwner(
  { firstTouch, onListening }: TooltipLayerProps,
  bubble: RefObject<HTMLDivElement | null>,
): HTMLElement | null {
  const [owner, setOwner] = useState<HTMLElement | null>(() => tappedOwner(firstTouch));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showAfter = (next: HTMLElement | null, ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setOwner(next), ms);
    };
    const onPointerOver = (event: PointerEvent) => {
      if (event.pointerType === "touch") return;
      if (event.target instanceof Node && bubble.current?.contains(event.target) === true)
        clearTimeout(timer);
      else {
        const next = tooltipOwnerOf(event.target);
        showAfter(next, next === null ? graceMs : waitMs);
      }
    };
    const onFocusIn = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible"))
        showAfter(tooltipOwnerOf(event.target), 0);
    };
    const hide = () => showAfter(null, 0);
    let tappedAt = firstTouch === null ? Number.NEGATIVE_INFINITY : performance.now();
    // A tap moves the focus after it has opened a tooltip; that must not close it.
    const onFocusOut = () => {
      if (performance.now() > tappedAt + tapMs) hide();
    };
    // Touch events, because a disabled control, whose tooltip says why it is disabled, gets no pointer or click events.
    let start: { x: number; y: number } | null = null;
    const onTouchStart = ({ changedTouches: [touch] }: TouchEvent) => {
      if (touch !== undefined) start = { x: touch.clientX, y: touch.clientY };
    };
    const onTouchEnd = ({ target, changedTouches: [touch] }: TouchEvent) => {
      if (touch === undefined) return;
      tappedAt = performance.now();
      // The first touch may begin before this layer listens; its tooltip is already open.
      if (start === null) return;
      const moved = Math.hypot(touch.clientX - start.x, touch.clientY - start.y);
      showAfter(moved > tapRadius ? null : tappedOwner(target), 0);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape") hide();
    };
    document.addEventListener("pointerover", onPointerOver);
    document.addEventListener("focusin", onFocusIn);
    document.addEventListener("focusout", onFocusOut);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("touchstart", onTouchStart, { passive: true });
    document.addEventListener("touchend", onTouchEnd, { passive: true });
    document.addEventListener("keydown", onKeyDown);
    document.addEventListener("scroll", hide, { capture: true, passive: true });
    onListening.current();
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", onPointerOver);
      document.removeEventListener("focusin", onFocusIn);
      document.removeEventListener("focusout", onFocusOut);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("touchstart", onTouchStart);
      document.removeEventListener("touchend", onTouchEnd);
      document.removeEventListener("keydown", onKeyDown);
      document.removeEventListener("scroll", hide, { capture: true });
    };
  }, [firstTouch, onListening, bubble]);
  return owner;
}

/** Moves the tooltip below its owner, or above where there is no room. */
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
 * Shows the tooltip of the element (marked by `tip()`) that the mouse rests on, that has the keyboard focus, or that a finger taps: below
 * it, or above where there is no room. Escape, a press and scrolling close it; the pointer may move onto it (WCAG 1.4.13).
 * @param props `firstTouch`: the element under the last touch before this layer listened; `onListening` is called once it listens
 */
export function TooltipLayer({ firstTouch, onListening }: TooltipLayerProps) {
  const bubble = useRef<HTMLDivElement>(null);
  const owner = useTooltipOwner({ firstTouch, onListening }, bubble);
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
