import { useEffect, useState } from "react";
import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent, ReactNode, TouchEvent } from "react";
import { lazyPart } from "../../../ui/loading/lazy.tsx";

const DragLayer = lazyPart(() => import("./DragLayer.tsx"), "DragLayer", {
  // While it loads a grab waits; without it nobody could drag, so a failure is told.
  fallback: null,
  editing: true,
  plain: true,
});

/** The handlers that start a drag; they exist once the library has loaded. */
export interface DragStarters {
  mouse: (event: MouseEvent) => void;
  touch: (event: TouchEvent) => void;
  key: (event: KeyboardEvent) => void;
}

/** The layer registers its handlers here; an earlier grab is then passed to them. */
export interface DragStarterRegistry {
  register: (starters: DragStarters | null) => void;
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

/** Keeps a grab until the library has loaded: it may still be loading at the first touch. */
function createDragHandlers(loadLibrary: () => void) {
  let starters: DragStarters | null = null;
  let deferredStart: ((ready: DragStarters) => void) | null = null;
  const startOrDefer = (target: EventTarget, take: (ready: DragStarters) => void) => {
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
  return { registry, handlers, cancelDeferred };
}

/** Calls a function when the board has been painted and the browser is idle. Returns the function that cancels it. */
function whenIdle(act: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(act, 1500);
    return () => clearTimeout(timer);
  }
  const wait = requestIdleCallback(act, { timeout: 4000 });
  return () => cancelIdleCallback(wait);
}

/**
 * Drag and drop for a whole board from its root element, with one pair of listeners for all stickers. The library is fetched when a pointer
 * or the focus first reaches a sticker, or when the browser is idle.
 */
export function useDrag(): { handlers: DragHandlers; layer: ReactNode } {
  const [libraryWanted, setLibraryWanted] = useState(false);
  const [{ registry, handlers, cancelDeferred }] = useState(() =>
    createDragHandlers(() => setLibraryWanted(true)),
  );
  useEffect(() => {
    const ends = ["mouseup", "touchend", "touchcancel", "touchmove"];
    for (const end of ends) window.addEventListener(end, cancelDeferred, { passive: true });
    return () => {
      for (const end of ends) window.removeEventListener(end, cancelDeferred);
    };
  }, [cancelDeferred]);
  useEffect(() => whenIdle(() => setLibraryWanted(true)), []);
  return {
    handlers,
    layer: libraryWanted && <DragLayer registry={registry} />,
  };
}
