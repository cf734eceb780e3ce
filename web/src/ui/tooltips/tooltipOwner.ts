import { useEffect, useState } from "react";
import type { RefObject } from "react";
import { tappedOwner, tapsFrom, tooltipOwnerOf } from "./tooltipTaps.ts";

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
