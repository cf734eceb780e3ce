import { stickerListItem } from "./hitTest.ts";

/** Returns a copy of the sticker, without its identifying attributes, as the preview that follows the pointer. */
export function createPreview(id: string): HTMLElement | null {
  const slot = stickerListItem(id);
  const card = slot?.querySelector<HTMLElement>(".sticker");
  if (!slot || !card) return null;
  const copy = card.cloneNode(true) as HTMLElement;
  copy.style.padding = getComputedStyle(card).padding;
  for (const each of [copy, ...copy.querySelectorAll("*")]) {
    each.removeAttribute("id");
    each.removeAttribute("data-sticker");
    each.removeAttribute("data-dragging");
    each.removeAttribute("tabindex");
  }
  const preview = document.createElement("div");
  preview.className = slot.className;
  if ("group" in slot.dataset) preview.dataset["group"] = "";
  preview.append(copy);
  return preview;
}
