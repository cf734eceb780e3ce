import { useEffect, useMemo } from "react";
import type { MouseEvent, PointerEvent } from "react";
import type { BoardStore } from "../../../board-state/boardStore.ts";
import type { StickerActions } from "../stickerActions.ts";

/** The longest time between the two presses of a double click, in milliseconds. */
const doubleClickMs = 500;
const doubleTapMs = 350;
/** Taps farther apart than this, in pixels, are two single taps. */
const doubleTapPx = 32;
/** A second press that moves farther is a drag. */
const dragPx = 5;
/** A longer press is not a click: others' changes appear again. */
const maxPauseMs = 2000;

export interface ClickTarget {
  sticker?: string;
  column?: string;
  /** That of the actions: its columns are drawn only with stickers in them. */
  section?: string;
}

interface Press {
  at: number;
  x: number;
  y: number;
  target: EventTarget | null;
}

interface DoubleClickHandlers {
  onPointerDown: (event: PointerEvent) => void;
  onMouseDown: (event: MouseEvent) => void;
  onClick: (event: MouseEvent) => void;
  onDoubleClick: (event: MouseEvent) => void;
}

/**
 * Others' changes do not move the layout during a double click, and the position of its first press decides,
 * because the user aimed at it.
 */
export function createDoubleClicks(pauseUpdates: () => () => void, onTarget: (place: ClickTarget) => void) {
  let firstTarget: ClickTarget | null = null;
  let touch = false;
  let pressStart = { x: 0, y: 0 };
  const isSecondPress = createPressCounter();
  let secondPress: { x: number; y: number } | null = null;
  let tap = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 };
  const pause = createUpdatePause(pauseUpdates);

  function runAction(): void {
    const place = firstTarget;
    firstTarget = null;
    pause.end();
    if (place !== null) onTarget(place);
  }

  const handlers: DoubleClickHandlers = {
    onPointerDown(event) {
      touch = event.pointerType === "touch";
      pressStart = { x: event.clientX, y: event.clientY };
      pause.begin();
    },
    onMouseDown(event) {
      // The second press of a double click uses the position of the first one.
      if (touch) return;
      const second = isSecondPress(event);
      if (!second) firstTarget = clickTargetOf(event.target);
      secondPress = second ? { x: event.clientX, y: event.clientY } : null;
    },
    onClick(event) {
      if (!touch) return;
      const { timeStamp: at, clientX: x, clientY: y } = event;
      const near = Math.hypot(x - tap.x, y - tap.y) <= doubleTapPx || isInComposer(event.target, firstTarget);
      const again = at - tap.at < doubleTapMs && near;
      if (!again) firstTarget = clickTargetOf(event.target);
      tap = { at: again ? Number.NEGATIVE_INFINITY : at, x, y };
      if (again) runAction();
    },
    onDoubleClick() {
      if (!touch) runAction();
    },
  };
  return {
    handlers,
    /** A second press may follow, but not after a drag, whose drop needs others' changes. */
    pointerUp: ({ clientX, clientY }: Pick<globalThis.PointerEvent, "clientX" | "clientY">): void => {
      const moved = Math.hypot(clientX - pressStart.x, clientY - pressStart.y);
      if (moved > (touch ? doubleTapPx : dragPx)) pause.end();
      else pause.endIn(doubleClickMs);
      const press = secondPress;
      secondPress = null;
      if (press === null || Math.hypot(clientX - press.x, clientY - press.y) > dragPx) return;
      // No `dblclick` comes when the pressed element was rendered anew before the release, as when the drag
      // code arrives.
      setTimeout(runAction, 0);
    },
    letGo: pause.end,
  };
}

function createUpdatePause(pauseUpdates: () => () => void) {
  let resume: (() => void) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function end(): void {
    clearTimeout(timer);
    resume?.();
    resume = null;
  }
  function endIn(ms: number): void {
    clearTimeout(timer);
    if (resume !== null) timer = setTimeout(end, ms);
  }
  return {
    begin(): void {
      resume ??= pauseUpdates();
      endIn(maxPauseMs);
    },
    end,
    endIn,
  };
}

/** Firefox and Safari count from one again when the element under the pointer was replaced. */
function createPressCounter(): (event: MouseEvent) => boolean {
  let last: Press | null = null;
  return ({ detail, timeStamp: at, clientX: x, clientY: y, target }) => {
    const onReplaced =
      last !== null &&
      last.target !== target &&
      at - last.at < doubleClickMs &&
      Math.hypot(x - last.x, y - last.y) <= dragPx;
    const second = detail === 2 || onReplaced;
    last = second ? null : { at, x, y, target };
    return second;
  };
}

export function useDoubleClicks(store: BoardStore, actions: StickerActions): DoubleClickHandlers {
  const doubleClicks = useMemo(
    () =>
      createDoubleClicks(store.pauseUpdates, ({ sticker, column, section }) => {
        if (sticker !== undefined) actions.edit(sticker);
        else if (column !== undefined) actions.add(column);
        else if (section !== undefined) actions.addToSection(section);
      }),
    [store, actions],
  );
  useEffect(() => {
    const { pointerUp, letGo } = doubleClicks;
    // Before the drop of a drag, which hears the release in the same phase, but began later.
    window.addEventListener("pointerup", pointerUp, true);
    window.addEventListener("pointercancel", letGo, true);
    return () => {
      window.removeEventListener("pointerup", pointerUp, true);
      window.removeEventListener("pointercancel", letGo, true);
      letGo();
    };
  }, [doubleClicks]);
  return doubleClicks.handlers;
}

/** The composer is larger than the empty column: a second tap anywhere in it belongs to the first. */
function isInComposer(target: EventTarget, place: ClickTarget | null): boolean {
  if (!(target instanceof Element) || place?.column === undefined) return false;
  const column = target.closest(".composer")?.closest<HTMLElement>("[data-column]");
  return column?.dataset["column"] === place.column;
}

function clickTargetOf(target: EventTarget): ClickTarget | null {
  if (!(target instanceof Element)) return null;
  if (target.closest("button, a, input, textarea, [role=menu], [role=dialog]") !== null) return null;
  const card = target.closest(".sticker");
  const sticker = card?.closest<HTMLElement>("[data-sticker]")?.dataset["sticker"];
  if (sticker !== undefined) return { sticker };
  const column = target.closest<HTMLElement>("[data-column]")?.dataset["column"];
  if (column !== undefined) return { column };
  if (target.closest(".action, .section-head") !== null) return null;
  const section = target.closest<HTMLElement>("[data-holds=actions]")?.dataset["section"];
  return section === undefined ? null : { section };
}
