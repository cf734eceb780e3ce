const slideMs = 100;

type Place = { x: number; y: number };

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** In another element, without what a slide under way adds. */
function placeIn(around: HTMLElement, target: HTMLElement): Place {
  const place = { x: 0, y: 0 };
  for (let at: Element | null = target; at instanceof HTMLElement && at !== around; at = at.offsetParent) {
    place.x += at.offsetLeft;
    place.y += at.offsetTop;
  }
  return place;
}

/** By element, the way that it has been moved back in this frame. */
const held = new Map<HTMLElement, Place>();

/**
 * Moves an element back to where it was, and lets it slide from the next frame on: of an animation in the frame
 * of the move the browser would say that the page has shifted. Slides that overlap in time add up.
 */
function slide(target: HTMLElement, x: number, y: number): void {
  if (x === 0 && y === 0) return;
  if (held.size === 0) requestAnimationFrame(letGo);
  const way = held.get(target) ?? { x: 0, y: 0 };
  const sum = { x: way.x + x, y: way.y + y };
  held.set(target, sum);
  target.style.translate = translate(sum);
}

const translate = ({ x, y }: Place) => `${x}px ${y}px`;

function letGo(): void {
  for (const [target, way] of held) {
    target.style.translate = "";
    target.animate([{ translate: translate(way) }, { translate: "0 0" }], {
      duration: slideMs,
      easing: "ease-out",
      composite: "add",
    });
  }
  held.clear();
}

/**
 * What is about to move slides to its new place, in place of a jump.
 * @param around positioned elements, which may move themselves, each with what moves in it
 * @returns call it when the page has changed
 */
export function slideFromHere(around: ReadonlyMap<HTMLElement, readonly HTMLElement[]>): () => void {
  if (isCalm()) return () => undefined;
  const before = [...around].flatMap(([parent, targets]) =>
    targets.map((target) => ({ parent, target, from: placeIn(parent, target) })),
  );
  return () => {
    const moved = before
      .filter(({ target }) => target.isConnected)
      .map(({ parent, target, from }) => ({ target, from, to: placeIn(parent, target) }));
    for (const { target, from, to } of moved) slide(target, from.x - to.x, from.y - to.y);
  };
}

interface Row {
  top: number;
  width: number;
}

const rowOf = ({ offsetTop, offsetWidth }: HTMLElement): Row => ({ top: offsetTop, width: offsetWidth });

/**
 * The children of a positioned grid: when one grows, those in the rows below slide, in place of a jump.
 * @returns the end of it
 */
export function slideRows(grid: HTMLElement | null): () => void {
  if (grid === null || !("ResizeObserver" in window)) return () => undefined;
  let rows = new Map<HTMLElement, Row>();
  let frame = 0;
  const read = () => {
    const before = rows;
    // Not `querySelectorAll(":scope > *")`: that looks at every element of a board of thousands of stickers.
    const children = Array.from(grid.children).filter((child) => child instanceof HTMLElement);
    rows = new Map(children.map((child) => [child, rowOf(child)]));
    for (const child of before.keys()) if (!rows.has(child)) resizes.unobserve(child);
    for (const child of children) if (!before.has(child)) resizes.observe(child);
  };
  const slideMoved = () => {
    frame = 0;
    const before = rows;
    read();
    if (isCalm()) return;
    const ways = [...rows].map(([row, { top, width }]) => {
      const old = before.get(row);
      return {
        row,
        way: old?.width === width ? old.top - top : 0,
        shown: (old?.width ?? width) > 0 === width > 0,
      };
    });
    // A section is shown alone, or no longer: it would fly over the others.
    if (ways.some(({ shown }) => !shown)) return;
    const moved = ways.filter(({ way }) => way !== 0);
    // What has grown is above the window: the browser scrolls by itself (Safari does not), and nothing moves.
    if (moved.length > 0 && !ways.some(({ row, way }) => way === 0 && isInWindow(row))) return;
    for (const { row, way } of moved) slide(row, 0, way);
  };
  // It also hears of a change without a mutation, and of a mutation that came after `requestAnimationFrame` of this frame.
  const resizes = new ResizeObserver(() => {
    if (frame === 0) return read();
    cancelAnimationFrame(frame);
    slideMoved();
  });
  const changes = new MutationObserver(() => {
    frame ||= requestAnimationFrame(slideMoved);
  });
  resizes.observe(grid);
  changes.observe(grid, { childList: true, subtree: true, characterData: true });
  return () => {
    cancelAnimationFrame(frame);
    resizes.disconnect();
    changes.disconnect();
  };
}

/** Below what sticks at the top of the page. */
function isInWindow(element: HTMLElement): boolean {
  const top = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  return element.getBoundingClientRect().bottom > top;
}
