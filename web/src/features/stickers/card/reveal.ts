import type { BoardState } from "../../../board-state/types.ts";

const turnMs = 180;
const staggerMs = 100;

/** From far enough the near edge grows by less than the padding of the section, which clips the rest. */
function turn(width: number): Keyframe[] {
  const perspective = `perspective(${Math.max(800, 3 * width)}px)`;
  return [{ transform: `${perspective} rotateY(90deg)` }, { transform: `${perspective} rotateY(0)` }];
}
const fade: Keyframe[] = [{ opacity: 0 }, { opacity: 1 }];

/** Keeps ids only, because a text that is hidden later must leave the memory. */
export function trackReveals(first: BoardState): (next: BoardState) => readonly string[] {
  let items = first.view?.items;
  let hidden = hiddenIds(first);
  return (next) => {
    const { view } = next;
    if (view === null || view.items === items) return [];
    ({ items } = view);
    const before = hidden;
    hidden = hiddenIds(next);
    // A user who takes the facilitator's seat sees the texts alone: that is no reveal.
    if (before.size === 0 || view.facilitation.facilitator_options.hideContent) return [];
    return [...before].filter((id) => !hidden.has(id) && view.items.has(id));
  };
}

function hiddenIds({ view }: BoardState): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const item of view?.items.values() ?? []) if (item.hidden) ids.add(item.id);
  return ids;
}

/** Only `transform` or `opacity` changes, so that the page is laid out once. */
export function turnOver(ids: ReadonlySet<string>): void {
  const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const cards = cardsInView(ids);
  for (const [i, card] of cards.entries())
    card.animate(reduced ? fade : turn(card.offsetWidth), {
      duration: turnMs,
      delay: reduced || cards.length < 2 ? 0 : (i / (cards.length - 1)) * staggerMs,
      easing: "ease-out",
      fill: "backwards",
    });
}

function cardsInView(ids: ReadonlySet<string>): HTMLElement[] {
  const found: { card: HTMLElement; distance: number }[] = [];
  const look = (slot: Element) => {
    const rect = slot.getBoundingClientRect();
    if (!isInView(rect)) return;
    const card = slot.querySelector<HTMLElement>(":scope > .sticker");
    const id = slot.getAttribute("data-sticker");
    if (card !== null && id !== null && ids.has(id)) found.push({ card, distance: rect.top + rect.left });
    for (const nested of slot.querySelectorAll(":scope > .nested > [data-sticker]")) look(nested);
  };
  // From the outside in: the browser skips the layout of what is out of view, and measuring something inside
  // would need it.
  for (const section of document.querySelectorAll("[data-section]"))
    if (isInView(section.getBoundingClientRect()))
      for (const slot of section.querySelectorAll(".column > ul > [data-sticker]")) look(slot);
  return found.toSorted((a, b) => a.distance - b.distance).map(({ card }) => card);
}

function isInView({ top, bottom, left, right }: DOMRect): boolean {
  return bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
}
