import type { Item } from "@retro/contract/items";
import type { SectionStyle, StickerStyle } from "@retro/contract/styles";

/** The revision of a new item, on the server and in the browser's prediction [T8]. */
export const firstRev = 1;

interface ContentPatch {
  title?: string | undefined;
  style?: StickerStyle | SectionStyle | undefined;
  /** Empty or null: none. */
  name?: string | null | undefined;
  note?: string | null | undefined;
}

export type Content = Pick<Item, "title" | "style" | "name" | "note">;

/** Null when the edit changes nothing: the item then keeps its revision [T8; spec 10.3]. */
export function editedContent(item: Pick<Item, "kind"> & Content, patch: ContentPatch): Content | null {
  const title = patch.title ?? item.title;
  const style = patch.style ? mergeStyle(item, patch.style) : item.style;
  // A patch without fields changes nothing, although merging it adds the two empty parts to a section's
  // style.
  const before = patch.style ? mergeStyle(item, {}) : item.style;
  const name = patch.name === undefined ? item.name : patch.name || undefined;
  const note = patch.note === undefined ? item.note : patch.note || undefined;
  const isSameText = title === item.title && name === item.name && note === item.note;
  const same = isSameText && JSON.stringify(style) === JSON.stringify(before);
  return same
    ? null
    : {
        title,
        style,
        ...(name !== item.name && { name }),
        ...(note !== item.note && { note }),
      };
}

/**
 * The style of an item after a patch (spec 3.3 and 3.6). Fields in the patch replace, `null` clears, fields
 * that are left out stay; the two parts of a section's style are merged separately.
 * @returns a style without empty fields
 */
export function mergeStyle(
  item: Pick<Item, "kind" | "style">,
  patch: StickerStyle | SectionStyle,
): StickerStyle | SectionStyle {
  if (item.kind !== "section") return dropEmptyFields({ ...item.style, ...patch });
  const old = item.style as SectionStyle;
  const next = patch as SectionStyle;
  return {
    self: dropEmptyFields({ ...old.self, ...next.self }),
    item: dropEmptyFields({ ...old.item, ...next.item }),
  };
}

/** The fields that differ, null for a removed one; undefined if none differs. */
export function stylePatch(before: StickerStyle, after: StickerStyle): StickerStyle | undefined {
  const patch: Record<string, unknown> = {};
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof StickerStyle>) {
    const next = after[key] ?? null;
    if ((before[key] ?? null) !== next) patch[key] = next;
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}

function dropEmptyFields<T extends object>(style: T): T {
  return Object.fromEntries(Object.entries(style).filter(([, v]) => v !== null && v !== undefined)) as T;
}
