import { useEffect, useMemo } from "react";
import type { MouseEvent, PointerEvent } from "react";
import type { BoardStore } from "../../board-state/types.ts";
import type { StickerActions } from "./actions.ts";

/** The longest time between the two presses of a double click. */
const doubleClickMs = 500;
const doubleTapMs = 350;
/** Two taps farther apart are two taps. */
const doubleTapPx = 32;
/** A press that is held longer is no click: others' changes are shown again. */
const longestHoldMs = 2000;

/** The target of a press. */
export interface Place {
  sticker?: string;
  column?: string;
}

export interface PressHandlers {
  onPointerDown: (event: PointerEvent) => void;
  onMouseDown: (event: MouseEvent) => void;
  onClick: (event: MouseEvent) => void;
  onDoubleClick: (event: MouseEvent) => void;
}

/**
 * Double clicks and taps on a board that others change at the same time. Nobody's change moves the layout between the first press and the
 * end of a double click, and the place of the first press is what counts: that is where the user aimed.
 * @param hold makes others' changes wait until the returned function is called
 * @param act called for a double click or tap
 */
export function createPresses(hold: () => () => void, act: (place: Place) => void) {
  let first: Place | null = null;
  let touch = false;
  let tap = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
  let release: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function letGo(): void {
    clearTimeout(timer);
    release?.();
    release = null;
  }
  function letGoIn(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(letGo, ms);
  }
  function done(): void {
    const place = first;
    first = null;
    letGo();
    if (place !== null) act(place);
  }

  const handlers: PressHandlers = {
    onPointerDown(event) {
      touch = event.pointerType === "touch";
      release ??= hold();
      letGoIn(longestHoldMs);
    },
    onMouseDown(event) {
      // `detail` 2 is the second press of a double click: it belongs to the place of the first one.
      if (!touch && event.detail < 2) first = placeOf(event.target);
    },
    onClick(event) {
      if (!touch) return;
      const { timeStamp: at, clientX: x, clientY: y } = event;
      const again = at - tap.at < doubleTapMs && Math.hypot(x - tap.x, y - tap.y) <= doubleTapPx;
      if (!again) first = placeOf(event.target);
      tap = { at: again ? Number.NEGATIVE_INFINITY : at, x, y };
      if (again) done();
    },
    onDoubleClick() {
      if (!touch) done();
    },
  };
  return {
    handlers,
    /** The press has ended. A second one may follow. */
    up: () => {
      if (release !== null) letGoIn(doubleClickMs);
    },
    letGo,
  };
}

/** A double click or tap on a sticker edits it, on a column it adds one. */
export function usePresses(store: BoardStore, actions: StickerActions): PressHandlers {
  const presses = useMemo(
    () =>
      createPresses(store.hold, ({ sticker, column }) => {
        if (sticker !== undefined) actions.edit(sticker);
        else if (column !== undefined) actions.add(column);
      }),
    [store, actions],
  );
  useEffect(() => {
    const { up, letGo } = presses;
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", letGo);
    return () => {
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", letGo);
      letGo();
    };
  }, [presses]);
  return presses.handlers;
}

/** Null on controls, which handle their clicks themselves. */
function placeOf(target: EventTarget): Place | null {
  if (!(target instanceof Element)) return null;
  if (target.closest("button, a, input, textarea, [role=menu], [role=dialog]") !== null) return null;
  const face = target.closest(".sticker");
  const sticker = face?.closest<HTMLElement>("[data-sticker]")?.dataset["sticker"];
  if (sticker !== undefined) return { sticker };
  const column = target.closest<HTMLElement>("[data-column]")?.dataset["column"];
  return column === undefined ? null : { column };
}
