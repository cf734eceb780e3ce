interface Point {
  x: number;
  y: number;
}

/** Follows the pointer during a drag, and calls a function with its place at most once per frame. */
export interface PointerTracker {
  /** Follows the pointer from the event that started the drag. */
  start: (activator: Event) => void;
  /** Calls the function now, without waiting for the frame. */
  update: () => void;
  stop: () => void;
}

const eventNames = ["mousemove", "touchmove", "scroll"];

/** @param moved called with the pointer's place, after it or the content below it has moved */
export function createPointerTracker(moved: (x: number, y: number) => void): PointerTracker {
  let point: Point | null = null;
  let frame = 0;

  function update(): void {
    cancelAnimationFrame(frame);
    frame = 0;
    if (point !== null) moved(point.x, point.y);
  }
  function scheduleUpdate(): void {
    frame ||= requestAnimationFrame(update);
  }
  function onMove(event: Event): void {
    point = pointOf(event) ?? point;
    scheduleUpdate();
  }

  return {
    start(activator) {
      point = pointOf(activator);
      for (const name of eventNames) window.addEventListener(name, onMove, { capture: true, passive: true });
      scheduleUpdate();
    },
    update,
    stop() {
      for (const name of eventNames) window.removeEventListener(name, onMove, { capture: true });
      cancelAnimationFrame(frame);
      frame = 0;
    },
  };
}

function pointOf(event: Event): Point | null {
  const at =
    "touches" in event ? (event as TouchEvent).touches[0] : event instanceof MouseEvent ? event : undefined;
  return at === undefined ? null : { x: at.clientX, y: at.clientY };
}
