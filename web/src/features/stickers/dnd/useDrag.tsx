import { useEffect, useState } from "react";
import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent, ReactNode, TouchEvent } from "react";
import { lazyPart } from "../../../ui/lazy.tsx";

const DragLayer = lazyPart(() => import("./DragLayer.tsx"), "DragLayer", { silent: true });

/** What takes hold of a sticker; there once the library is. */
export interface DragStarters {
  mouse: (event: MouseEvent) => void;
  touch: (event: TouchEvent) => void;
  key: (event: KeyboardEvent) => void;
}

/** Handed to the layer, which puts its grips in; a hold that came before them is taken then. */
export interface DragStarterRegistry {
  register: (grips: DragStarters | null) => void;
}

export interface DragHandlers {
  onPointerOver: (event: PointerEvent) => void;
  onFocus: (event: FocusEvent) => void;
  onMouseDown: (event: MouseEvent) => void;
  onTouchStart: (event: TouchEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

function isOnSticker(target: EventTarget): boolean {
  return target instanceof Element && target.closest(".sticker") !== null;
}

/** Holds a hold until the library is there: it may still be loading when the first finger lies on a sticker. */
function createDragHandlers(loadLibrary: () => void) {
  let starters: DragStarters | null = null;
  let deferredStart: ((grips: DragStarters) => void) | null = null;
  const startOrDefer = (target: EventTarget, take: (grips: DragStarters) => void) => {
    if (!isOnSticker(target)) return;
    loadLibrary();
    if (starters === null) deferredStart = take;
    else take(starters);
  };
  const cancelDeferred = () => {
    deferredStart = null;
  };
  const registry: DragStarterRegistry = {
    register(next) {
      starters = next;
      if (next !== null) deferredStart?.(next);
      deferredStart = null;
    },
  };
  const handlers: DragHandlers = {
    onPointerOver: (event) => {
      if (starters === null && isOnSticker(event.target)) loadLibrary();
    },
    onFocus: (event) => {
      if (starters === null && isOnSticker(event.target)) loadLibrary();
    },
    onMouseDown: (event) => startOrDefer(event.target, (ready) => ready.mouse(event)),
    onTouchStart: (event) => startOrDefer(event.target, (ready) => ready.touch(event)),
    onKeyDown: (event) => {
      if (starters !== null) starters.key(event);
      else if (event.code === "Space") startOrDefer(event.target, (ready) => ready.key(event));
    },
  };
  return { holder: registry, handlers, forget: cancelDeferred };
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
  const [libraryWanted, setLibraryWanted] = useState(false);
  const [{ holder, handlers, forget }] = useState(() => createDragHandlers(() => setLibraryWanted(true)));
  useEffect(() => {
    const ends = ["mouseup", "touchend", "touchcancel", "touchmove"];
    for (const end of ends) window.addEventListener(end, forget, { passive: true });
    return () => {
      for (const end of ends) window.removeEventListener(end, forget);
    };
  }, [forget]);
  useEffect(() => whenIdle(() => setLibraryWanted(true)), []);
  return {
    handlers,
    layer: libraryWanted && <DragLayer holder={holder} />,
  };
}
