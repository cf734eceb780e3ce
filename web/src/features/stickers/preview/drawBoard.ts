import type { TreeItem } from "@retro/contract/items";
import type { SectionStyle, StickerStyle } from "@retro/contract/styles";
import { sectionCss, stickerCss, type StickerCss } from "../card/stickerCss.ts";

/** The screen of a phone shows fewer. */
const drawnStickers = 8;

/** With the classes of the real elements, so that nothing moves when the app replaces the picture. */
export function drawBoard(title: string, tree: readonly TreeItem[]): HTMLElement {
  const [first] = tree;
  const preview = element("div", "board-preview page", [
    headerOf(title),
    element("div", "page-main", [
      element("div", "sticker-board", [
        ...(tree.length > 1 ? [tabsOf(tree)] : []),
        element("div", "board-grid", first === undefined ? [] : [sectionOf(first)]),
      ]),
    ]),
  ]);
  preview.setAttribute("aria-hidden", "true");
  preview.inert = true;
  return preview;
}

function headerOf(title: string): HTMLElement {
  const header = element("div", "top-bar", [
    element("div", "logo"),
    element("div", "bar-heading", [
      element("div", "board-header", [element("div", "board-title inline-title", [textOf(title)])]),
    ]),
  ]);
  header.dataset["board"] = "";
  return header;
}

function tabsOf(sections: readonly TreeItem[]): HTMLElement {
  const tabs = sections.map((section, i) => {
    const count = element("span", "count");
    count.textContent = String(stickersIn(section));
    const tab = element("span", "section-tab", [textOf(section.title ?? "", "title"), count]);
    if (i === 0) tab.setAttribute("aria-current", "location");
    return element("li", "", [withStyle(tab, groundOf(section))]);
  });
  return element("div", "section-tabs", [element("ul", "", tabs)]);
}

function sectionOf(section: TreeItem): HTMLElement {
  const style = (section.style as SectionStyle).item;
  let left = drawnStickers;
  const columns = section.children.map((column) => {
    const stickers = column.children.slice(0, left);
    left -= stickers.length;
    return element("div", "column", [
      element(
        "ul",
        "",
        stickers.map((sticker) => stickerOf(sticker, style)),
      ),
    ]);
  });
  const head = element("div", "section-head", [
    element("h2", "inline-title", [textOf(section.title ?? "")]),
    element("div", "icon-button small"),
  ]);
  const drawn = element("div", "board-section", [head, element("div", "columns", columns)]);
  const ground = groundOf(section);
  if (ground !== undefined) drawn.dataset["tinted"] = "";
  return withStyle(drawn, ground);
}

function stickerOf(sticker: TreeItem, sectionStyle: StickerStyle | undefined): HTMLElement {
  const foot = element("div", "sticker-foot", [element("span", "end", [element("span", "vote")])]);
  const card = element("div", "sticker", [textOf(sticker.title ?? "", "sticker-text"), foot]);
  return element("li", "sticker-slot", [
    withStyle(card, stickerCss(sticker.style as StickerStyle, sectionStyle)),
  ]);
}

function groundOf(section: TreeItem): StickerCss | undefined {
  return sectionCss((section.style as SectionStyle).self?.backgroundColor);
}

function stickersIn({ kind, children }: TreeItem): number {
  return children.reduce((sum, child) => sum + stickersIn(child), kind === "sticker" ? 1 : 0);
}

function element(tag: string, className: string, children: readonly Node[] = []): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.append(...children);
  return made;
}

function textOf(text: string, className = "text"): HTMLElement {
  const made = element("div", className);
  made.dir = "auto";
  made.textContent = text;
  return made;
}

/** Sets styles one by one: the page's security policy refuses a style attribute in HTML. */
function withStyle(target: HTMLElement, css: StickerCss | undefined): HTMLElement {
  for (const [name, value] of Object.entries(css ?? {}))
    if (name.startsWith("--")) target.style.setProperty(name, String(value));
    else (target.style as unknown as Record<string, string>)[name] = String(value);
  return target;
}
