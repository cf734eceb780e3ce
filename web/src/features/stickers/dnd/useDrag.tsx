import { useEffect, useState } from "react";
import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent, ReactNode, TouchEvent } from "react";
import { lazyPart } from "../../../ui/lazy.tsx";

const DragLayer = lazyPart(() => import("./DragLayer.tsx"), "DragLayer", { silent: true });

/** What takes hold of a sticker; there once the library is. */
export interface Grips {
  mouse: (event: MouseEvent) => void;
  touch: (event: TouchEvent) => void;
  key: (event: KeyboardEvent) => void;
}

/** Handed to the layer, which puts its grips in; a hold that came before them is taken then. */
export interface GripsHolder {
  put: (grips: Grips | null) => void;
}

export interface DragHandlers {
  onPointerOver: (event: PointerEvent) => void;
  onFocus: (event: FocusEvent) => void;
  onMouseDown: (event: MouseEvent) => void;
  onTouchStart: (event: TouchEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function onSticker(target: EventTarget): boolean {
  return target instanceof Element && target.closest(".sticker") !== null;
}

/** Holds a hold until the library is there: it may still be loading when the first finger lies on a sticker. */
function desk(want: () => void) {
  let grips: Grips | null = null;
  let early: ((grips: Grips) => void) | null = null;
  const hold = (target: EventTarget, take: (grips: Grips) => void) => {
    if (!onSticker(target)) return;
    want();
    if (grips === null) early = take;
    else take(grips);
  };
  const forget = () => {
    early = null;
  };
  const holder: GripsHolder = {
    put(next) {
      grips = next;
      if (next !== null) early?.(next);
      early = null;
    },
  };
  const handlers: DragHandlers = {
    onPointerOver: (event) => {
      if (grips === null && onSticker(event.target)) want();
    },
    onFocus: (event) => {
      if (grips === null && onSticker(event.target)) want();
    },
    onMouseDown: (event) => hold(event.target, (ready) => ready.mouse(event)),
    onTouchStart: (event) => hold(event.target, (ready) => ready.touch(event)),
    onKeyDown: (event) => {
      if (grips !== null) grips.key(event);
      else if (event.code === "Space") hold(event.target, (ready) => ready.key(event));
    },
  };
  return { holder, handlers, forget };
}

/** Once the board has been painted and nothing else is to be done. Returns how to call it off. */
function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, 1500);
    return () => clearTimeout(timer);
  }
  const wait = requestIdleCallback(act, { timeout: 4000 });
  return () => cancelIdleCallback(wait);
}

/**
 * Dragging for a whole board from its root: one pair of listeners, however many stickers. The library is fetched when a pointer or the
 * focus first comes to a sticker, or when the browser has nothing better to do.
 */
export function useDrag(): { handlers: DragHandlers; layer: ReactNode } {
  const [wanted, setWanted] = useState(false);
  const [{ holder, handlers, forget }] = useState(() => desk(() => setWanted(true)));
  useEffect(() => {
    const ends = ["mouseup", "touchend", "touchcancel", "touchmove"];
    for (const end of ends) window.addEventListener(end, forget, { passive: true });
    return () => {
      for (const end of ends) window.removeEventListener(end, forget);
    };
  }, [forget]);
  useEffect(() => whenIdle(() => setWanted(true)), []);
  return {
    handlers,
    layer: wanted && <DragLayer holder={holder} />,
  };
}
