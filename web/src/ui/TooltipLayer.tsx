import { styled } from "@mui/material/styles";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
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

function ownerOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
}

/**
 * Shows the tooltip of what the pointer rests on or the keyboard has reached (elements marked by `tip()`): below, above where there is
 * no room. Escape, a press and scrolling take it away; the pointer may move onto it (WCAG 1.4.13).
 */
export function TooltipLayer() {
  const [owner, setOwner] = useState<HTMLElement | null>(null);
  const bubble = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = (next: HTMLElement | null, ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setOwner(next), ms);
    };
    const over = (event: PointerEvent) => {
      if (event.pointerType === "touch") return;
      if (event.target instanceof Node && bubble.current?.contains(event.target) === true)
        clearTimeout(timer);
      else {
        const next = ownerOf(event.target);
        plan(next, next === null ? graceMs : waitMs);
      }
    };
    const focus = (event: FocusEvent) => {
      if (event.target instanceof Element && event.target.matches(":focus-visible"))
        plan(ownerOf(event.target), 0);
    };
    const hide = () => plan(null, 0);
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") hide();
    };
    document.addEventListener("pointerover", over);
    document.addEventListener("focusin", focus);
    document.addEventListener("focusout", hide);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("keydown", key);
    document.addEventListener("scroll", hide, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", over);
      document.removeEventListener("focusin", focus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("keydown", key);
      document.removeEventListener("scroll", hide, { capture: true });
    };
  }, []);

  useLayoutEffect(() => {
    const element = bubble.current;
    if (owner === null || element === null) return;
    const at = owner.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    const below = at.bottom + gap;
    const fits = below + own.height + margin <= window.innerHeight;
    const left = at.left + at.width / 2 - own.width / 2;
    const top = fits ? below : Math.max(margin, at.top - gap - own.height);
    const farthest = window.innerWidth - own.width - margin;
    element.style.transform = `translate(${Math.round(Math.max(margin, Math.min(left, farthest)))}px, ${Math.round(top)}px)`;
  }, [owner]);

  if (owner?.isConnected !== true || owner.dataset["tip"] === undefined) return null;
  return createPortal(
    <Bubble ref={bubble} role="tooltip">
      {owner.dataset["tip"]}
    </Bubble>,
    document.body,
  );
}
