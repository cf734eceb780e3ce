import type { Item } from "@retro/contract/items";
import type { BoardView } from "@retro/rules/apply-change";
import { sectionWidths } from "@retro/rules/grid";
import { indexChildren } from "@retro/rules/tree";

/** No sticker with its gap, and no section's header, is lower than this, in pixels without zoom. */
const lowestItem = 80;
const lowestSection = 80;
/** What is above the first sticker, at least: the page's header, the board's and the section's. */
const above = 120;
/** From this width sections share rows; below it each has its own row. */
const sharedRowsFrom = 900;
const phoneBelow = 600;

/**
 * Estimates which items fit on the first screen, so that a large board can be painted before all of it is
 * rendered.
 * @param screen its size in pixels
 * @param zoom of the board, 1 without zoom
 * @returns by section, how many items each of its columns needs to fill the screen: 0 for a section below it
 */
export function firstItemLimits(
  view: BoardView | null,
  screen: { innerWidth: number; innerHeight: number },
  zoom: number,
): ReadonlyMap<string, number> {
  const limits = new Map<string, number>();
  if (view === null) return limits;
  const children = indexChildren(view.items.values());
  const height = Math.max(0, screen.innerHeight - above) / zoom;
  const fitting = Math.ceil(height / lowestItem);
  let top = 0;
  for (const row of rowsOf(children.get(null) ?? [], screen.innerWidth)) {
    const limit = top < height ? fitting : 0;
    for (const section of row) limits.set(section.id, limit);
    top +=
      lowestSection + Math.max(...row.map((section) => lowestHeight(children, section, screen.innerWidth)));
  }
  return limits;
}

function rowsOf(sections: readonly Item[], width: number): Item[][] {
  if (width < sharedRowsFrom) return sections.map((section) => [section]);
  const widths = sectionWidths(sections.length);
  const rows: Item[][] = [];
  let used = 12;
  for (const [i, section] of sections.entries()) {
    if (used >= 12) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(section);
    used += widths[i] ?? 12;
  }
  return rows;
}

function lowestHeight(
  children: ReadonlyMap<string | null, readonly Item[]>,
  section: Item,
  width: number,
): number {
  const lengths = (children.get(section.id) ?? []).map(({ id }) => children.get(id)?.length ?? 0);
  const items =
    width < phoneBelow ? lengths.reduce((sum, length) => sum + length, 0) : Math.max(0, ...lengths);
  return items * lowestItem;
}
