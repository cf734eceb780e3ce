/** Share of the visible height. */
const edgeShare = 0.15;
/** At the very edge, in pixels per millisecond. */
const fastest = 1.2;
/** In milliseconds: a pointer that only crosses an edge scrolls little. */
const rampMs = 500;
/** The time of one step, in milliseconds: that of the first, and the longest. */
const [firstStep, longestStep] = [16, 20];

export class EdgeScroll {
  readonly #scroller: Element;
  readonly #startY: number;
  /** What sticks to the upper end covers it. */
  readonly #covered: number;
  #steps: { first: number; last: number } | null = null;

  /** @param startY the list scrolls only in the direction in which the pointer has moved from here */
  constructor(element: Element, startY: number) {
    this.#scroller = scrollerOf(element);
    this.#startY = startY;
    const { scrollPaddingTop } = getComputedStyle(this.#scroller);
    this.#covered = Number.parseFloat(scrollPaddingTop) || 0;
  }

  /** `y` in client coordinates, `now` in milliseconds. @returns whether another step has to follow */
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
    const [top, bottom] = [Math.max(0, box.top) + this.#covered, Math.min(innerHeight, box.bottom)];
    const edge = (bottom - top) * edgeShare;
    if (y < this.#startY) return -fastest * depth(top + edge - y, edge);
    return y > this.#startY ? fastest * depth(y - bottom + edge, edge) : 0;
  }
}

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
