import type { Item } from "@retro/contract/items";
import type { SectionStyle, StickerStyle } from "@retro/contract/styles";
import { cutText, textLength } from "@retro/contract/text";
import type { BoardView } from "@retro/rules/apply-change";
import { isMissingText, itemPart } from "@retro/rules/parts";
import { mayChangeSticker } from "@retro/rules/permissions";
import { childrenOf, sectionIdOf } from "@retro/rules/tree";
import { childIds } from "../../board-state/view/childIds.ts";
import type { ScreenState } from "../../board-state/view/screenView.ts";
import type { ApiErrorLike } from "../../board-state/apiCalls.ts";

/** Reads from the view for event handlers; components use selectors. */

export function sectionStyleOf(view: BoardView, id: string): StickerStyle | undefined {
  const section = sectionIdOf(view.items, id);
  return section === null ? undefined : (view.items.get(section)?.style as SectionStyle | undefined)?.item;
}

export function editableSticker(view: BoardView | null, id: string): Item | null {
  const item = view?.items.get(id);
  if (view === null || item?.kind !== "sticker" || item.hidden) return null;
  return mayChangeSticker(view.facilitation, item, view.userId) === null ? item : null;
}

/** Tells whether the sticker's text is hidden from the user, and not only on its way to them [H1]. */
export function isTextWithheld(view: BoardView, item: Item | undefined, screen: ScreenState = null): boolean {
  return item !== undefined && item.hidden && (screen === "hidden" || !isMissingText(itemPart, item, view));
}

/** A phone shows the columns as one list, and this is its end; without stickers the first column. */
export function columnAtEnd(view: BoardView | null, sectionId: string): string | null {
  if (view === null) return null;
  const columns = childIds(view.items, sectionId);
  return columns.findLast((id) => childIds(view.items, id).length > 0) ?? columns[0] ?? null;
}

/** The board's first column if the parent no longer exists. */
export function columnOrFirst(view: BoardView, parentId: string | null): string | null {
  let at = view.items.get(parentId ?? "");
  while (at?.kind === "sticker") at = view.items.get(at.parent_id ?? "");
  if (at?.kind === "column") return at.id;
  const [section] = childrenOf(view.items, null);
  return section === undefined ? null : (childrenOf(view.items, section.id)[0]?.id ?? null);
}

export function shortTitle(item: Pick<Item, "title"> | undefined): string {
  const line = (item?.title ?? "").replace(/\s+/gu, " ").trim();
  return textLength(line) > 60 ? `${cutText(line, 59)}…` : line;
}

export function errorDetails(
  error: unknown,
  otherwise: string,
  name = "title",
): { status: number; message: string; field?: string; data?: unknown } {
  const known = error as Partial<ApiErrorLike> | null;
  if (typeof known?.status !== "number") return { status: 0, message: otherwise };
  const field = known.errors?.[name]?.[0];
  return {
    status: known.status,
    message: known.message ?? otherwise,
    data: known.data,
    ...(field !== undefined && { field }),
  };
}
