import { phoneQuery } from "../device/useMediaQuery.ts";

/** The share of the visible height at each end in which the pointer scrolls. The bars of a phone cover more of the upper end. */
const edgeShare = 0.15;
const edgeShareOfPhone = 0.2;
/** At the very edge, in pixels per millisecond. */
const fastest = 2;
/** The longest time that one step covers, in milliseconds. */
const longestStep = 50;

/** Scrolls the nearest scrolling ancestor of an element, or the page, while the pointer is near its upper or lower end. */
export class EdgeScroll {
  readonly #scroller: Element;
  readonly #startY: number;
  readonly #share: number;
  #last: number | null = null;

  /** @param startY where the drag began: the list scrolls only in the direction in which the pointer has moved */
  constructor(element: Element, startY: number) {
    this.#scroller = scrollerOf(element);
    this.#startY = startY;
    this.#share = matchMedia(phoneQuery).matches ? edgeShareOfPhone : edgeShare;
  }

  /**
   * Scrolls by one frame.
   * @param y the pointer, in client coordinates
   * @param now the time of the frame, in milliseconds
   * @returns whether it has scrolled, so that another step may follow
   */
  step(y: number, now: number): boolean {
    const elapsed = this.#last === null ? 16 : Math.min(now - this.#last, longestStep);
    const before = this.#scroller.scrollTop;
    this.#scroller.scrollTop += this.#speedAt(y) * elapsed;
    const scrolled = this.#scroller.scrollTop !== before;
    this.#last = scrolled ? now : null;
    return scrolled;
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
