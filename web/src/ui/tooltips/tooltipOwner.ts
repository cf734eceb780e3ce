import { useEffect, useState } from "react";
import type { RefObject } from "react";

/** How far a finger may move during a tap, in CSS pixels. */
const tapRadius = 10;
/** Browsers send a tap's mouse and focus events within this many milliseconds after it. */
const tapMs = 700;

function tooltipOwnerOf(target: EventTarget | null): HTMLElement | null {
  const owner = target instanceof Element ? target.closest<HTMLElement>("[data-tip]") : null;
  // Its name is in sight (`board-header.css`).
  if (owner?.dataset["name"] !== undefined && getComputedStyle(owner).getPropertyValue("--named") !== "")
    return null;
  return owner;
}

const actionable =
  "button:not(:disabled), a[href], input:not(:disabled), textarea, select, [role=button], [role=menuitem], [data-pressable]";

function tappedOwner(target: EventTarget | null): HTMLElement | null {
  const owner = tooltipOwnerOf(target);
  if (owner === null || "tipTap" in owner.dataset) return owner;
  return (target as Element).closest(actionable) === null ? owner : null;
}

/** By touch events: a disabled control, whose tooltip gives the reason, gets no pointer or click events. */
function tapsFrom(firstTouch: EventTarget | null, onTap: (owner: HTMLElement | null) => void) {
  let tappedAt = firstTouch === null ? Number.NEGATIVE_INFINITY : performance.now();
  let start: { x: number; y: number } | null = null;
  return {
    touchStarted({ changedTouches: [touch] }: TouchEvent): void {
      if (touch !== undefined) start = { x: touch.clientX, y: touch.clientY };
    },
    touchEnded({ target, changedTouches: [touch] }: TouchEvent): void {
      if (touch === undefined) return;
      tappedAt = performance.now();
      // The first touch may begin before the listeners are added; its tooltip is already open.
      if (start === null) return;
      const moved = Math.hypot(touch.clientX - start.x, touch.clientY - start.y);
      onTap(moved > tapRadius ? null : tappedOwner(target));
    },
    /** Whether the browser may still send events that belong to the last tap. */
    justTapped: (): boolean => performance.now() <= tappedAt + tapMs,
  };
}

const waitMs = 400;
const graceMs = 100;
const focusKeys = new Set(["Tab", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home", "End"]);

/** @param firstTouch the element under the last touch before this hook listened */
export function useTooltipOwner(
  firstTouch: EventTarget | null,
  onListening: { readonly current: () => void },
  bubble: RefObject<HTMLElement | null>,
): HTMLElement | null {
  const [owner, setOwner] = useState<HTMLElement | null>(() => tappedOwner(firstTouch));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const showAfter = (next: HTMLElement | null, ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => setOwner(next), ms);
    };
    const hide = () => showAfter(null, 0);
    const taps = tapsFrom(firstTouch, (next) => showAfter(next, 0));
    /** A key moves the focus in this task. Otherwise a script moves it, for example when a dialog closes. */
    let byKey = false;
    let pressedAt: PointerEvent | null = null;
    const stop = listen({
      pointerover(event) {
        // The pointer rests where it pressed: the element came below it, for example when a dialog closed.
        if (event.pointerType === "touch" || isSamePlace(event, pressedAt)) return;
        pressedAt = null;
        if (event.target instanceof Node && bubble.current?.contains(event.target) === true)
          clearTimeout(timer);
        else {
          const next = tooltipOwnerOf(event.target);
          showAfter(next, next === null ? graceMs : waitMs);
        }
      },
      focusin({ target }) {
        if (byKey) showAfter(tooltipOwnerOf(target), 0);
      },
      focusout() {
        // A tap moves the focus after it has opened a tooltip; that must not close it.
        if (!taps.justTapped()) hide();
      },
      pointerdown(event) {
        pressedAt = event;
        hide();
      },
      click({ target }) {
        const pressed = tooltipOwnerOf(target);
        if (pressed !== null && "tipTap" in pressed.dataset) showAfter(pressed, 0);
      },
      touchstart: (event) => taps.touchStarted(event),
      touchend: (event) => taps.touchEnded(event),
      keydown({ key }) {
        if (key === "Escape") hide();
        byKey = focusKeys.has(key);
        if (byKey) setTimeout(() => (byKey = false));
      },
      scroll: hide,
    });
    onListening.current();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [firstTouch, onListening, bubble]);
  return owner;
}

function isSamePlace(event: PointerEvent, other: PointerEvent | null): boolean {
  return event.clientX === other?.clientX && event.clientY === other.clientY;
}

type Listeners = { [Name in keyof DocumentEventMap]?: (event: DocumentEventMap[Name]) => void };

function listen(listeners: Listeners): () => void {
  const all = Object.entries(listeners) as [string, EventListener][];
  // Only the document's own scrolling bubbles to it, and a key's handlers may move the focus or stop the
  // event.
  const options = (name: string) => ({ capture: name === "scroll" || name === "keydown", passive: true });
  for (const [name, listener] of all) document.addEventListener(name, listener, options(name));
  return () => {
    for (const [name, listener] of all) document.removeEventListener(name, listener, options(name));
  };
}
