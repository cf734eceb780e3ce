import type { Action } from "@retro/contract/actions";
import { useEffect, useRef, useState } from "react";
import type { PointerEvent } from "react";
import type { BoardStore } from "../../board-state/types.ts";

/** Where the dragged action would go: the place among the other actions, from 0. */
interface Drag {
  id: string;
  place: number;
}

/** Nearer to an end of what is visible than this, the list scrolls; in pixels. */
const edge = 40;
/** The most that it scrolls in a frame, in pixels. */
const longestStep = 14;

/**
 * Reorders the list by a pointer that grabs a handle. The keyboard and screen readers have the buttons for it. Others' changes wait until the
 * drop, as in a drag of a sticker; only a text that is hidden now ends the drag of its action.
 * @param onDrop gets the place among the other actions that were shown, when the store has taken others' changes
 */
export function useActionDrag(
  store: Pick<BoardStore, "pauseUpdates">,
  actions: readonly Action[],
  onDrop: (id: string, place: number) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  if (drag !== null && !actions.some(({ id }) => id === drag.id)) setDrag(null);
  const latestOnDrop = useRef(onDrop);
  useEffect(() => {
    latestOnDrop.current = onDrop;
  });
  const endDrag = useRef(() => undefined as void);
  useEffect(() => () => endDrag.current(), []);

  function onGrab(event: PointerEvent<HTMLElement>, { id }: Action): void {
    const list = event.currentTarget.closest("ol");
    if (event.button !== 0 || list === null) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    endDrag.current();
    const resumeUpdates = store.pauseUpdates();
    const controller = new AbortController();
    let place: number | null = null;
    const aim = (y: number) => {
      place = placeAt(list, id, y);
      setDrag({ id, place });
    };
    const scrolling = scrollAtEdges(list.closest(".side-panel-body"), aim);
    endDrag.current = () => {
      controller.abort();
      scrolling.stop();
      setDrag(null);
      resumeUpdates();
      endDrag.current = () => undefined;
    };
    // On the window: the handle may leave the page during the drag.
    const listen = (name: "pointermove" | "pointerup" | "pointercancel", work: (y: number) => void) =>
      window.addEventListener(
        name,
        ({ pointerId, clientY }) => pointerId === event.pointerId && work(clientY),
        { signal: controller.signal },
      );
    listen("pointermove", (y) => {
      aim(y);
      scrolling.follow(y);
    });
    listen("pointerup", () => {
      const drop = latestOnDrop.current;
      endDrag.current();
      if (place !== null) drop(id, place);
    });
    listen("pointercancel", () => endDrag.current());
  }

  return { drag, onGrab };
}

/** Scrolls while the pointer is near an end of what is visible. @param onScroll gets the pointer's height after each step */
function scrollAtEdges(scroller: Element | null, onScroll: (y: number) => void) {
  let frame = 0;
  let pointer = 0;
  function step(): void {
    frame = 0;
    if (scroller === null) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    const over = Math.min(0, pointer - top - edge) + Math.max(0, pointer - bottom + edge);
    const before = scroller.scrollTop;
    scroller.scrollTop += Math.max(-longestStep, Math.min(longestStep, over / 3));
    if (scroller.scrollTop === before) return;
    onScroll(pointer);
    frame = requestAnimationFrame(step);
  }
  return {
    follow(y: number): void {
      pointer = y;
      if (frame === 0) frame = requestAnimationFrame(step);
    },
    stop: () => cancelAnimationFrame(frame),
  };
}

/** How many of the other rows have their middle above the pointer. */
function placeAt(list: Element, id: string, y: number): number {
  const rows = [...list.querySelectorAll<HTMLElement>("[data-action]:not([data-deleted])")].filter(
    (row) => row.dataset["action"] !== id,
  );
  return rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}
