import type { Action } from "@retro/contract/actions";
import { useEffect, useRef, useState } from "react";
import type { PointerEvent } from "react";

/** Where the dragged action would go: the place among the other actions, from 0. */
interface Drag {
  id: string;
  place: number;
}

/**
 * Reorders the list by a pointer that grabs a handle. The keyboard and screen readers have the buttons for it.
 * @param actions others may change them during a drag; that of an action that is gone ends
 * @param onDrop gets the place among the other actions that are there at the drop
 */
export function useActionDrag(actions: readonly Action[], onDrop: (id: string, place: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  if (drag !== null && !actions.some(({ id }) => id === drag.id)) setDrag(null);
  const latestOnDrop = useRef(onDrop);
  useEffect(() => {
    latestOnDrop.current = onDrop;
  });

  function onGrab(event: PointerEvent<HTMLElement>, { id }: Action): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    const list = handle.closest("ol");
    if (list === null) return;
    handle.setPointerCapture(event.pointerId);
    const controller = new AbortController();
    const { signal } = controller;
    let place: number | null = null;
    const end = () => {
      controller.abort();
      setDrag(null);
    };
    handle.addEventListener(
      "pointermove",
      (moved) => {
        place = placeAt(list, id, (moved as globalThis.PointerEvent).clientY);
        setDrag({ id, place });
      },
      { signal },
    );
    handle.addEventListener(
      "pointerup",
      () => {
        end();
        if (place !== null) latestOnDrop.current(id, place);
      },
      { signal },
    );
    handle.addEventListener("pointercancel", end, { signal });
  }

  return { drag, onGrab };
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
