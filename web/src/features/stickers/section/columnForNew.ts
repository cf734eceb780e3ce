import type { BoardView } from "@retro/rules/apply-change";
import { childIds } from "../../../board-state/view/childIds.ts";

type View = Pick<BoardView, "items">;

/** Of a sticker in a track of usual width, in pixels, as the style sheets draw it. */
const frameHeight = 68;
const lineHeight = 20;
const charactersPerLine = 26;

/** The height of a sticker with this text and the gap below it; a hidden text has one line. */
export function heightOf(title: string | null): number {
  const lines = (title ?? "")
    .split("\n")
    .map(({ length }) => Math.max(1, Math.ceil(length / charactersPerLine)));
  return frameHeight + lineHeight * lines.reduce((sum, each) => sum + each);
}

/**
 * The columns of new stickers whose writer names none, so that the section stays even [L2]: a single used
 * column fills the section row by row; of several the shortest is next.
 * @returns a column for each title; null in a section that is gone
 */
export function columnsForNew(
  { items }: View,
  sectionId: string,
  titles: readonly string[],
): string[] | null {
  const [first, ...others] = childIds(items, sectionId);
  if (first === undefined) return null;
  const used = [first, ...others].filter((column) => childIds(items, column).length > 0);
  if (used.length < 2) return titles.map(() => used[0] ?? first);
  const heights = new Map([first, ...others].map((column) => [column, columnHeight({ items }, column)]));
  return titles.map((title) => {
    const [shortest] = [...heights].reduce((best, each) => (each[1] < best[1] ? each : best));
    heights.set(shortest, (heights.get(shortest) ?? 0) + heightOf(title));
    return shortest;
  });
}

function columnHeight({ items }: View, columnId: string): number {
  return childIds(items, columnId).reduce((sum, id) => sum + heightOf(items.get(id)?.title ?? null), 0);
}

export function evenColumn(view: View, sectionId: string): string | null {
  return columnsForNew(view, sectionId, [""])?.[0] ?? null;
}

/** Null in the section for actions: its field makes actions, and only New Sticker makes stickers there [D6]. */
export function columnForNew(view: View | null, sectionId: string): string | null {
  if (view === null || view.items.get(sectionId)?.holds === "actions") return null;
  return evenColumn(view, sectionId);
}
