const slideMs = 100;

type Place = { x: number; y: number };

function placesOf(targets: readonly HTMLElement[]): Map<HTMLElement, Place> {
  return new Map(
    targets.map((target) => {
      const { x, y } = target.getBoundingClientRect();
      return [target, { x, y }];
    }),
  );
}

/** The way of the nearest sliding element around this one, which carries it along. */
function wayAround(target: HTMLElement, ways: ReadonlyMap<HTMLElement, Place>): Place {
  for (let around = target.parentElement; around !== null; around = around.parentElement) {
    const way = ways.get(around);
    if (way !== undefined) return way;
  }
  return { x: 0, y: 0 };
}

/**
 * What is about to move slides to its new place, in place of a jump.
 * @param find the elements, each after those that contain it
 * @returns call it when the page has changed
 */
export function slideFromHere(find: () => readonly HTMLElement[]): () => void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return () => undefined;
  const before = placesOf(find());
  return () => {
    const targets = [...before.keys()].filter((target) => target.isConnected);
    const after = placesOf(targets);
    const ways = new Map<HTMLElement, Place>();
    for (const target of targets) {
      const [old, now] = [before.get(target), after.get(target)];
      if (old === undefined || now === undefined) continue;
      const way = { x: old.x - now.x, y: old.y - now.y };
      ways.set(target, way);
      const { x, y } = wayAround(target, ways);
      if (way.x === x && way.y === y) continue;
      target.animate([{ translate: `${way.x - x}px ${way.y - y}px` }, { translate: "none" }], {
        duration: slideMs,
        easing: "ease-out",
      });
    }
  };
}
