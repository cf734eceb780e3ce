/** The second press of a double click follows within this time, in milliseconds. */
const doubleClickMs = 500;
/** A double click has a meaning here. */
const doubleClickArea = ".sticker-board";
/** A page that has not scrolled for this long has come to rest, in milliseconds. */
const scrollMs = 150;
/** What a wheel, key or finger begins scrolls within this time, in milliseconds, on a slow machine too. */
const handMs = 1000;
/** Whoever has scrolled reads on for this long, in milliseconds. */
const readingMs = 5000;
/** The widest overlay scroll bar, in CSS pixels. */
const scrollBarWidth = 16;
const scrollKeys = new Set(["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", " "]);

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
  "wheel",
  "keydown",
] as const;

/** What moves under a pointer or a scrolling finger makes the user hit something else. */
class PointerWatch {
  readonly #listeners = new Set<() => void>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #waiting: (() => void)[] = [];
  #mouseDown = false;
  #fingers = 0;
  /** Whether the press moves, or is on a scroll bar: during any other, only the product scrolls. */
  #pressScrolls = false;
  #doubleClickMayFollow = false;
  /** By the page's clock, in milliseconds. */
  #restAt = Number.NEGATIVE_INFINITY;
  /** When a wheel, key, finger or scroll bar last moved, and when it, or what followed from it, scrolled. */
  #handAt = Number.NEGATIVE_INFINITY;
  #scrolledAt = Number.NEGATIVE_INFINITY;

  watch(): () => void {
    for (const name of eventNames) window.addEventListener(name, this.#onEvent, passive);
    return () => {
      for (const name of eventNames) window.removeEventListener(name, this.#onEvent, passive);
      for (const timer of this.#timers) clearTimeout(timer);
      this.#timers.clear();
      this.#waiting = [];
      this.#mouseDown = false;
      this.#fingers = 0;
      this.#pressScrolls = false;
      this.#doubleClickMayFollow = false;
      this.#restAt = this.#handAt = this.#scrolledAt = Number.NEGATIVE_INFINITY;
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

  /**
   * Its user has scrolled within the last seconds, or has just begun to: on a slow machine the scroll event
   * comes later. What the product scrolls does not count.
   */
  get hasScrolledLately(): boolean {
    const now = performance.now();
    return now - this.#scrolledAt < readingMs || now - this.#handAt < handMs;
  }

  /** Calls a function when nothing is pressed, and after the click of the press. */
  afterPress(work: () => void): void {
    if (this.isPressed) this.#waiting.push(work);
    else setTimeout(work, 0);
  }

  readonly #onEvent = (event: Event): void => {
    if (event.type === "scroll") this.#onScroll();
    else if (event.type === "wheel") this.#handAt = performance.now();
    else if ("key" in event) {
      if (scrollKeys.has((event as KeyboardEvent).key)) this.#handAt = performance.now();
    } else if ("touches" in event) this.#onTouch(event as TouchEvent);
    else this.#onPointer(event as PointerEvent);
  };

  #onScroll(): void {
    const now = performance.now();
    // A released finger's scroll goes on by itself: each event is close to the one before.
    if (this.#pressScrolls || now - this.#handAt <= handMs || now - this.#scrolledAt <= scrollMs)
      this.#scrolledAt = now;
    this.#restIn(scrollMs);
  }

  /** A finger that scrolls has no pointer any more, but it is down. */
  #onTouch({ type, touches }: TouchEvent): void {
    this.#fingers = touches.length;
    if (type !== "touchstart") this.#onRelease();
  }

  #onPointer(event: PointerEvent): void {
    const { type, target, pointerType, buttons } = event;
    if (type === "pointerdown")
      this.#doubleClickMayFollow = target instanceof Element && target.closest(doubleClickArea) !== null;
    // The browser takes the pointer of a finger or pen that scrolls.
    if (type === "pointercancel" && pointerType !== "mouse") this.#pressScrolls = this.isPressed;
    if (pointerType === "touch") return;
    if (type === "pointerdown") {
      this.#mouseDown = true;
      this.#pressScrolls = isOnScrollBar(event);
    } else if (this.#mouseDown && type === "pointermove" && buttons !== 0) this.#pressScrolls = true;
    // Some releases are not reported, as when a context menu is open.
    else if (this.#mouseDown) {
      this.#mouseDown = false;
      this.#onRelease();
    }
  }

  #onRelease(): void {
    if (this.isPressed) return;
    this.#pressScrolls = false;
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

/**
 * A press on a scroll bar hits the element that scrolls. On macOS the bar lies over the element's edge; elsewhere it
 * is beside the padding box. Its drag is not reported as a move.
 */
function isOnScrollBar({ target, clientX, clientY }: PointerEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const { clientWidth, clientHeight, clientLeft, clientTop, scrollWidth, scrollHeight } = target;
  // The page's bars stay in the window; its box moves.
  const isPage = target === document.documentElement;
  const { left, top } = isPage ? { left: 0, top: 0 } : target.getBoundingClientRect();
  const x = clientX - left - clientLeft;
  const y = clientY - top - clientTop;
  const isAtSide = x < scrollBarWidth || x >= clientWidth - scrollBarWidth;
  const isOnEdge =
    (scrollHeight > clientHeight && isAtSide) ||
    (scrollWidth > clientWidth && y >= clientHeight - scrollBarWidth);
  return isOnEdge && (isPage || /auto|scroll/u.test(getComputedStyle(target).overflow));
}

export const pointer = new PointerWatch();
