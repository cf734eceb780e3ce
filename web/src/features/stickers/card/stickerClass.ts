import type { StickerStyle } from "@retro/contract/styles";
import { pageNonce } from "../../../theme/nonce.ts";
import { stickerCss } from "./stickerCss.ts";

let sheet: CSSStyleSheet | null = null;
const classes = new Map<string, string>();

/** Most stickers look the same: with one rule for all of them the browser computes their colours once. */
export function stickerClass(own: StickerStyle, section: StickerStyle | undefined): string {
  const key = JSON.stringify([own, section ?? null]);
  let name = classes.get(key);
  if (name === undefined) {
    name = `look-${classes.size}`;
    classes.set(key, name);
    addRule(name, stickerCss(own, section));
  }
  return name;
}

function addRule(name: string, css: object): void {
  sheet ??= createSheet();
  if (sheet === null) return;
  const rule = sheet.cssRules[sheet.insertRule(`.sticker.${name} {}`, sheet.cssRules.length)] as CSSStyleRule;
  // Set one by one: a value that is no value of its property is ignored and cannot end the rule.
  for (const [property, value] of Object.entries(css))
    rule.style.setProperty(cssName(property), String(value));
}

function createSheet(): CSSStyleSheet | null {
  const element = document.createElement("style");
  element.nonce = pageNonce() ?? "";
  document.head.append(element);
  return element.sheet;
}

/** `fontSize` is `font-size` in CSS; a variable keeps its name. */
function cssName(property: string): string {
  return property.startsWith("--") ? property : property.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`);
}
