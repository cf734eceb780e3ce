/** The second press of a double click follows within this time, in milliseconds. */
const doubleClickMs = 500;
/** A double click has a meaning here. */
const doubleClickArea = ".sticker-board";
/** A page that has not scrolled for this long has come to rest, in milliseconds. */
const scrollMs = 150;

const passive = { capture: true, passive: true };
const eventNames = [
  "pointerdown",
  "pointerup",
  "pointercancel",
  "pointermove",
  "touchstart",
  "touchend",
  "touchcancel",
  "scroll",
] as const;

/** What moves under a pointer or a scrolling finger makes the user hit something else. */
class PointerWatch {
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #waiting: (() => void)[] = [];
  #mouseDown = false;
  #fingers = 0;
  #doubleClickMayFollow = false;
  /** By the page's clock, in milliseconds. */
  #restAt = Number.NEGATIVE_INFINITY;

  watch(): () => void {
    for (const name of eventNames) window.addEventListener(name, this.#onEvent, passive);
    return () => {
      for (const name of eventNames) window.removeEventListener(name, this.#onEvent, passive);
      for (const timer of this.#timers) clearTimeout(timer);
      this.#timers.clear();
      this.#waiting = [];
      this.#mouseDown = false;
      this.#fingers = 0;
      this.#doubleClickMayFollow = false;
      this.#restAt = Number.NEGATIVE_INFINITY;
    };
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get isPressed(): boolean {
    return this.#mouseDown || this.#fingers > 0;
  }

  /** Nothing is pressed or scrolls, and no second press of a double click is to be expected. */
  get isStill(): boolean {
    return !this.isPressed && performance.now() >= this.#restAt;
  }

  /** Calls a function when nothing is pressed, and after the click of the press. */
  afterPress(work: () => void): void {
    if (this.isPressed) this.#waiting.push(work);
    else setTimeout(work, 0);
  }

  readonly #onEvent = (event: Event): void => {
    if (event.type === "scroll") this.#restIn(scrollMs);
    else if ("touches" in event) this.#onTouch(event as TouchEvent);
    else this.#onPointer(event as PointerEvent);
  };

  /** A finger that scrolls has no pointer any more, but it is down. */
  #onTouch({ type, touches }: TouchEvent): void {
    this.#fingers = touches.length;
    if (type !== "touchstart") this.#onRelease();
  }

  #onPointer({ type, target, pointerType, buttons }: PointerEvent): void {
    if (type === "pointerdown")
      this.#doubleClickMayFollow = target instanceof Element && target.closest(doubleClickArea) !== null;
    if (pointerType === "touch") return;
    if (type === "pointerdown") this.#mouseDown = true;
    // Some releases are not reported, as when a context menu is open.
    else if (this.#mouseDown && (type !== "pointermove" || buttons === 0)) {
      this.#mouseDown = false;
      this.#onRelease();
    }
  }

  #onRelease(): void {
    if (this.isPressed) return;
    if (this.#doubleClickMayFollow) this.#restIn(doubleClickMs);
    this.#notify();
    // The click comes right after the release.
    setTimeout(() => {
      if (!this.isPressed) for (const work of this.#waiting.splice(0)) work();
    }, 0);
  }

  /** The page comes to rest in `ms` milliseconds, unless something happens until then. */
  #restIn(ms: number): void {
    this.#restAt = Math.max(this.#restAt, performance.now() + ms);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      if (this.isStill) this.#notify();
    }, ms + 1);
    this.#timers.add(timer);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const pointer = new PointerWatch();
