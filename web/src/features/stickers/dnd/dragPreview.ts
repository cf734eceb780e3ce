import { stickerListItem } from "../keyboard/stickerFocus.ts";

export class DragPreview {
  readonly #frame = document.createElement("div");

  show(id: string): void {
    const slot = stickerListItem(id);
    const copy = slot === null ? null : copyOf(slot);
    if (slot === null || copy === null) return;
    const { left, top, width, height } = slot.getBoundingClientRect();
    const clone = document.createElement("div");
    clone.className = "drag-clone";
    clone.append(copy);
    this.#frame.className = "drag-preview";
    this.#frame.inert = true;
    this.#frame.ariaHidden = "true";
    Object.assign(this.#frame.style, { left: `${left}px`, top: `${top}px` });
    Object.assign(this.#frame.style, { width: `${width}px`, height: `${height}px`, transform: "" });
    this.#frame.replaceChildren(clone);
    document.body.append(this.#frame);
  }

  moveBy(x: number, y: number): void {
    this.#frame.style.transform = `translate(${x}px, ${y}px)`;
  }

  hide(): void {
    this.#frame.remove();
    this.#frame.replaceChildren();
  }
}

function copyOf(slot: HTMLElement): HTMLElement | null {
  const card = slot.querySelector<HTMLElement>(".sticker");
  if (card === null) return null;
  const copy = card.cloneNode(true) as HTMLElement;
  copy.style.padding = getComputedStyle(card).padding;
  for (const each of [copy, ...copy.querySelectorAll("*")])
    for (const name of ["id", "data-sticker", "data-dragging", "tabindex"]) each.removeAttribute(name);
  const outer = document.createElement("div");
  outer.className = slot.className;
  if ("group" in slot.dataset) outer.dataset["group"] = "";
  outer.append(copy);
  return outer;
}
