import type { Action } from "@retro/contract/actions";
import { useState } from "react";
import type { PointerEvent } from "react";

/** Where the dragged action would go: the place among the other actions, from 0. */
interface Drag {
  id: string;
  place: number;
}

/**
 * Reorders the list by a pointer that grabs a handle. The keyboard and screen readers have the buttons for it.
 * @param onDrop gets the place among the other actions
 */
export function useActionDrag(onDrop: (action: Action, place: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);

  function onGrab(event: PointerEvent<HTMLElement>, action: Action): void {
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
        place = placeAt(list, action.id, (moved as globalThis.PointerEvent).clientY);
        setDrag({ id: action.id, place });
      },
      { signal },
    );
    handle.addEventListener(
      "pointerup",
      () => {
        end();
        if (place !== null) onDrop(action, place);
      },
      { signal },
    );
    handle.addEventListener("pointercancel", end, { signal });
  }

  return { drag, onGrab };
}

/** How many of the other rows have their middle above the pointer. */
function placeAt(list: Element, id: string, y: number): number {
  const rows = [...list.querySelectorAll<HTMLElement>("[data-action]")].filter(
    (row) => row.dataset["action"] !== id,
  );
  return rows.filter((row) => {
    const { top, height } = row.getBoundingClientRect();
    return top + height / 2 < y;
  }).length;
}
