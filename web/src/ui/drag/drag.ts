import { EdgeScroll } from "./edgeScroll.ts";

/** A mouse, or a finger on a handle, that moves farther than this lifts; in pixels. */
const liftDistance = 5;
/** A finger that rests for this long lifts, in milliseconds. */
const restMs = 250;
/** A finger that moves farther than this while it should rest scrolls the page, in pixels. */
const restRadius = 8;
/** After a drop, clicks have no effect for this long, in milliseconds: the release is no press. */
const noClickMs = 50;

export type DragMeans = "pointer" | "keys";

export interface DragPoint {
  x: number;
  y: number;
  under: Element | null;
}

/** What can be dragged, and what becomes of it. `lift` is followed by one `drop` or `cancel`. */
export interface DragSource {
  /** Returns the element that a press on `target` drags; null: nothing. */
  find: (target: Element, by: DragMeans) => HTMLElement | null;
  /** Presses are on handles with `touch-action: none`, where a finger lifts without a rest. */
  byHandle?: boolean;
  lift: (element: HTMLElement, at: DragPoint | null) => void;
  /** The pointer, or what is under it, has moved. Called at most once per frame. */
  moveOver: (point: DragPoint) => void;
  moveByKey: (key: string) => boolean;
  mayScroll?: () => boolean;
  drop: () => void;
  /** @param focusLeft the user moved the focus elsewhere, which ended a keyboard drag */
  cancel: (focusLeft: boolean) => void;
}

interface Press {
  element: HTMLElement;
  target: Element;
  pointer: { id: number; rests: boolean; start: DragPoint; now: DragPoint } | null;
  lifted: boolean;
  listening: AbortController;
}

/** What happens to a press, or to a drag, is heard on the window, before all others. */
const eventNames = [
  "pointermove",
  "pointerup",
  "pointerdown",
  "pointercancel",
  "lostpointercapture",
  "keydown",
  "focusout",
  "scroll",
  "blur",
  "resize",
  "visibilitychange",
  "contextmenu",
  "dragstart",
  "selectionchange",
];

/**
 * Dragging for everything in an element: pressed → lifted → dropped or cancelled. The mouse lifts by moving,
 * a finger by resting, the keyboard by Space. Near the upper or lower edge the page, or the scrolling part of
 * it, scrolls. Escape, a lost pointer, and a page or window that is left cancel the drag; so does the source,
 * when what is dragged is gone (`cancel`).
 */
export class Drag {
  readonly #source: DragSource;
  #press: Press | null = null;
  #restTimer: ReturnType<typeof setTimeout> | undefined;
  #frame = 0;
  #edgeScroll: EdgeScroll | null = null;

  constructor(source: DragSource) {
    this.#source = source;
  }

  get isLifted(): boolean {
    return this.#press?.lifted === true;
  }

  listen(root: HTMLElement): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    root.addEventListener("pointerdown", (event) => this.begin(event), { signal });
    root.addEventListener("keydown", (event) => this.begin(event), { signal });
    // A finger that drags does not scroll. Safari obeys only a listener that was there before the touch.
    const holdPage = (event: TouchEvent) => {
      if (this.isLifted && event.cancelable) event.preventDefault();
    };
    root.addEventListener("touchmove", holdPage, { signal, passive: false });
    return () => {
      listening.abort();
      this.cancel();
    };
  }

  /** Handles the beginning of a press; it may lie some time back, before there was somebody to listen. */
  begin(event: PointerEvent | KeyboardEvent): void {
    const { target } = event;
    if (this.#press !== null || !(target instanceof Element)) return;
    if (event instanceof KeyboardEvent) {
      if (event.code !== "Space" || event.repeat) return;
      const element = this.#source.find(target, "keys");
      if (element === null) return;
      event.preventDefault();
      this.#press = { element, target, pointer: null, lifted: false, listening: this.#listenToPress() };
      this.#lift();
    } else if (event.button === 0) this.#beginByPointer(event, target);
  }

  cancel(focusLeft = false): void {
    this.#end(() => this.#source.cancel(focusLeft));
  }

  update(): void {
    const now = this.#press?.pointer?.now;
    if (now !== undefined) now.under = null;
    this.#moveOver();
  }

  #beginByPointer(event: PointerEvent, target: Element): void {
    const element = this.#source.find(target, "pointer");
    if (element === null || (isTouch(event) && !event.isPrimary)) return;
    const rests = isTouch(event) && this.#source.byHandle !== true;
    const pointer = { id: event.pointerId, rests, start: pointOf(event), now: pointOf(event) };
    this.#press = { element, target, pointer, lifted: false, listening: this.#listenToPress() };
    if (rests) this.#restTimer = setTimeout(() => this.#lift(), restMs);
  }

  #listenToPress(): AbortController {
    const listening = new AbortController();
    for (const name of eventNames)
      window.addEventListener(name, this.#onEvent, { capture: true, signal: listening.signal });
    return listening;
  }

  readonly #onEvent = (event: Event): void => {
    const press = this.#press;
    if (press === null) return;
    if (event instanceof KeyboardEvent) this.#onKey(event, press);
    else if (event.type.includes("pointer")) this.#onPointer(event as PointerEvent, press);
    else this.#onPage(event, press);
  };

  #onKey(event: KeyboardEvent, { pointer, lifted }: Press): void {
    if (event.key === "Escape") this.cancel();
    else if (pointer !== null) return;
    else if (event.code === "Space" || event.code === "Enter") {
      // The key that lifts may still be down.
      if (!event.repeat) this.#drop();
    } else if (!this.#source.moveByKey(event.key)) return;
    if (!lifted) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #onPointer(event: PointerEvent, { pointer, lifted }: Press): void {
    if (pointer === null) return;
    if (event.pointerId !== pointer.id) {
      // Two fingers zoom the page.
      if (event.type === "pointerdown" && !lifted) this.cancel();
    } else if (event.type === "pointermove") {
      pointer.now = pointOf(event);
      const moved = Math.hypot(pointer.now.x - pointer.start.x, pointer.now.y - pointer.start.y);
      if (lifted) this.#scheduleMove();
      else if (pointer.rests && moved > restRadius) this.cancel();
      else if (!pointer.rests && moved > liftDistance) this.#lift();
    } else if (event.type === "pointerup") this.#drop();
    else if (event.type !== "pointerdown" && (lifted || event.type === "pointercancel")) this.cancel();
  }

  #onPage(event: Event, { target, pointer, lifted }: Press): void {
    switch (event.type) {
      case "scroll":
        if (!lifted || pointer === null) return;
        // After scrolling, something else is under the pointer.
        pointer.now.under = null;
        this.#scheduleMove();
        return;
      case "contextmenu":
      case "dragstart":
        // A finger that rests opens no menu, and a link in a sticker is not dragged by the browser.
        if (lifted || pointer?.rests === true || event.type === "dragstart") event.preventDefault();
        return;
      case "selectionchange":
        if (lifted && pointer !== null) clearSelection();
        return;
      case "focusout":
        if (pointer === null && event.target === target) this.cancel(true);
        return;
      default:
        // What fields and lists report of themselves ends no drag.
        if (!(event.target instanceof Element)) this.cancel();
    }
  }

  #lift(): void {
    const press = this.#press;
    if (press === null) return;
    press.lifted = true;
    const { element, pointer } = press;
    if (pointer !== null) {
      document.body.dataset["drag"] = "";
      clearSelection();
      this.#edgeScroll = new EdgeScroll(element, pointer.start.y);
    }
    this.#source.lift(element, pointer?.start ?? null);
    this.#scheduleMove();
  }

  #drop(): void {
    if (this.isLifted && this.#press?.pointer !== null) this.update();
    this.#end(() => this.#source.drop());
  }

  #end(finish: () => void): void {
    const press = this.#press;
    if (press === null) return;
    this.#press = null;
    press.listening.abort();
    clearTimeout(this.#restTimer);
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#edgeScroll = null;
    if (!press.lifted) return;
    delete document.body.dataset["drag"];
    if (press.pointer !== null) ignoreNextClick();
    finish();
  }

  #scheduleMove(): void {
    this.#frame ||= requestAnimationFrame((now) => {
      this.#moveOver();
      const point = this.#press?.pointer?.now;
      if (point === undefined || this.#source.mayScroll?.() === false) return;
      if (this.#edgeScroll?.step(point.y, now) === true) this.#scheduleMove();
    });
  }

  #moveOver(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const point = this.#press?.pointer?.now;
    if (point === undefined || !this.isLifted) return;
    const { x, y } = point;
    // On a board of thousands a hit test takes a millisecond, and the browser has made one for the event of a
    // mouse.
    if (point.under?.isConnected !== true) point.under = document.elementFromPoint(x, y);
    this.#source.moveOver(point);
  }
}

function isTouch({ pointerType }: PointerEvent): boolean {
  return pointerType === "touch" || pointerType === "pen";
}

function pointOf(event: PointerEvent): DragPoint {
  // The events of a touch go to the element on which it began.
  const under = !isTouch(event) && event.target instanceof Element ? event.target : null;
  return { x: event.clientX, y: event.clientY, under };
}

function clearSelection(): void {
  const selection = document.getSelection();
  if (selection?.isCollapsed === false) selection.removeAllRanges();
}

function ignoreNextClick(): void {
  const ignore = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener("click", ignore, true);
  setTimeout(() => window.removeEventListener("click", ignore, true), noClickMs);
}
