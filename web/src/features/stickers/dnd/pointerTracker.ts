interface Point {
  x: number;
  y: number;
  /** What is there, as the event says. */
  target: EventTarget | null;
}

/** Follows the pointer during a drag, and calls a function with its place, and what is there, at most once per frame. */
export interface PointerTracker {
  /** Follows the pointer from the event that started the drag. */
  start: (activator: Event) => void;
  /** Calls the function now, without waiting for the frame; the layout may have changed since the last event. */
  update: () => void;
  stop: () => void;
}

const eventNames = ["mousemove", "touchmove", "scroll"];

/** @param moved called with the pointer's place and the element there, after it or the content below it has moved */
export function createPointerTracker(
  moved: (x: number, y: number, under: Element | null) => void,
): PointerTracker {
  let point: Point | null = null;
  let frame = 0;

  function report(under: EventTarget | null): void {
    cancelAnimationFrame(frame);
    frame = 0;
    if (point === null) return;
    const { x, y } = point;
    // On a board of thousands a hit test takes a millisecond, and the browser has made one for the event.
    const isThere = under instanceof Element && under.isConnected;
    moved(x, y, isThere ? under : document.elementFromPoint(x, y));
  }
  function scheduleUpdate(): void {
    frame ||= requestAnimationFrame(() => report(point?.target ?? null));
  }
  function onMove(event: Event): void {
    const moved = pointOf(event);
    if (moved !== null) point = moved;
    // After scrolling, something else is under the pointer.
    else if (point !== null) point = { ...point, target: null };
    scheduleUpdate();
  }

  return {
    start(activator) {
      point = pointOf(activator);
      for (const name of eventNames) window.addEventListener(name, onMove, { capture: true, passive: true });
      scheduleUpdate();
    },
    update: () => report(null),
    stop() {
      for (const name of eventNames) window.removeEventListener(name, onMove, { capture: true });
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}

function pointOf(event: Event): Point | null {
  // A touch keeps the target on which it began.
  if ("touches" in event) return placeOf((event as TouchEvent).touches[0], null);
  return event instanceof MouseEvent ? placeOf(event, event.target) : null;
}

function placeOf(at: Touch | MouseEvent | undefined, target: EventTarget | null): Point | null {
  return at === undefined ? null : { x: at.clientX, y: at.clientY, target };
}
