import { phoneQuery } from "../device/useMediaQuery.ts";

/**
 * The share of the visible height at each end in which the pointer scrolls. The bars of a phone cover more of
 * the upper end.
 */
const edgeShare = 0.15;
const edgeShareOfPhone = 0.2;
/** At the very edge, in pixels per millisecond. */
const fastest = 1.2;
/**
 * It reaches its speed in this time, so that a pointer that crosses an edge scrolls little; in milliseconds.
 */
const rampMs = 500;
/** The time of one step, in milliseconds: that of the first, and the longest. */
const [firstStep, longestStep] = [16, 20];

/**
 * Scrolls the nearest scrolling ancestor of an element, or the page, while the pointer is near its upper or
 * lower end.
 */
export class EdgeScroll {
  readonly #scroller: Element;
  readonly #startY: number;
  readonly #share: number;
  /** The times of the first and of the last of the steps that follow each other. */
  #steps: { first: number; last: number } | null = null;

  /**
   * @param startY where the drag began: the list scrolls only in the direction in which the pointer has moved
   */
  constructor(element: Element, startY: number) {
    this.#scroller = scrollerOf(element);
    this.#startY = startY;
    this.#share = matchMedia(phoneQuery).matches ? edgeShareOfPhone : edgeShare;
  }

  /**
   * Scrolls by one frame.
   * @param y the pointer, in client coordinates
   * @param now the time of the frame, in milliseconds
   * @returns whether another step has to follow
   */
  step(y: number, now: number): boolean {
    const { first, last } = this.#steps ?? { first: now - firstStep, last: now - firstStep };
    const ramp = Math.min(1, (now - first) / rampMs);
    const before = this.#scroller.scrollTop;
    this.#scroller.scrollTop += this.#speedAt(y) * ramp * Math.min(now - last, longestStep);
    const pushes = this.#speedAt(y) !== 0;
    this.#steps = pushes ? { first, last: now } : null;
    return pushes && (this.#scroller.scrollTop !== before || ramp < 1);
  }

  #speedAt(y: number): number {
    const isPage = this.#scroller === document.scrollingElement;
    const box = isPage ? { top: 0, bottom: innerHeight } : this.#scroller.getBoundingClientRect();
    const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
    const edge = (bottom - top) * this.#share;
    if (y < this.#startY) return -fastest * depth(top + edge - y, edge);
    return y > this.#startY ? fastest * depth(y - bottom + edge, edge) : 0;
  }
}

/** How far the pointer is within an edge, from 0 to 1. */
function depth(distance: number, edge: number): number {
  return edge > 0 ? Math.min(1, Math.max(0, distance / edge)) : 0;
}

function scrollerOf(element: Element): Element {
  for (let each = element.parentElement; each !== null && each !== document.body; each = each.parentElement) {
    const { overflowY, position } = getComputedStyle(each);
    const scrolls = (overflowY === "auto" || overflowY === "scroll") && each.scrollHeight > each.clientHeight;
    // The page stays where it is behind a dialog or panel.
    if (scrolls || position === "fixed") return each;
  }
  return document.scrollingElement ?? document.documentElement;
}
