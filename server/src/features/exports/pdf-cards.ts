import type { SectionStyle, StickerStyle } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { paletteColor } from "@retro/contract/palette";
import type { Translate } from "../../http/locale.ts";
import { inkOn } from "@retro/contract/ink";
import { mix } from "./mix.ts";
import type { Flow } from "./pdf-flow.ts";
import { layText, type LaidText, type TextLook } from "./pdf-text.ts";
import type { ViewSticker } from "./view.ts";

/** A sticker that is laid out for its column, with what is nested in it. */
export interface Card {
  text: LaidText;
  /** Author and votes, on one line. Null when neither is shown. */
  meta: { author: LaidText; votes: LaidText; height: number } | null;
  nested: Card[];
  ground: string;
  border: string;
  width: number;
  height: number;
}

const padding = { x: 7, y: 6 };
/** Between two cards, and between a card and the first one nested in it. */
export const cardGap = 6;
const metaGap = 3;
const metaSize = 7.5;
/** 14 px, the size of a sticker nobody styled, is 9 pt on paper. */
const pointsPerPixel = 9 / limits.defaultFontSize;
/** A larger letter would leave no room for a word in a third of the page. */
const largest = 24;

function look(style: StickerStyle, ground: string): TextLook {
  return {
    fontSize: Math.min(
      largest,
      Number.parseInt(style.fontSize ?? `${limits.defaultFontSize}`, 10) * pointsPerPixel,
    ),
    bold: style.fontWeight === "bold",
    italics: style.fontStyle === "italic",
    underline: style.textDecoration === "underline",
    color: style.color ?? inkOn(ground),
  };
}

/** The sticker's own style over what its section gives to all of its stickers. */
function effective(section: SectionStyle, own: StickerStyle): StickerStyle {
  const chosen = Object.fromEntries(
    Object.entries(own).filter(([, value]) => value !== null && value !== undefined),
  );
  return { ...section.item, ...chosen };
}

/** Lays a sticker out as a card of this width, in points. */
export function layCard(sticker: ViewSticker, section: SectionStyle, t: Translate, width: number): Card {
  const style = effective(section, sticker.style);
  const ground = style.backgroundColor ?? paletteColor("yellow").light;
  const ink = inkOn(ground);
  const inner = width - 2 * padding.x;
  const faint: TextLook = {
    fontSize: metaSize,
    bold: false,
    italics: false,
    underline: false,
    color: mix(ink, ground, 0.25),
  };
  const text =
    sticker.text === null
      ? { text: t("exports.hidden"), look: { ...look({}, ground), italics: true, color: faint.color } }
      : { text: sticker.text, look: look(style, ground) };
  const laid = layText([text], inner);
  const meta = layMeta(sticker, t, faint, inner);
  const nested = sticker.stickers.map((each) => layCard(each, section, t, inner));
  const height =
    2 * padding.y +
    laid.height +
    (meta === null ? 0 : meta.height + metaGap) +
    nested.reduce((sum, each) => sum + cardGap + each.height, 0);
  return { text: laid, meta, nested, ground, border: mix(ground, ink, 0.18), width, height };
}

function layMeta({ votes, author }: ViewSticker, t: Translate, faint: TextLook, width: number): Card["meta"] {
  const count = votes === null || votes === 0 ? null : t("exports.voteCount", { count: votes });
  if (count === null && author === null) return null;
  const left = layText([{ text: author ?? "", look: faint }], width * 0.6);
  const right = layText([{ text: count ?? "", look: { ...faint, bold: true } }], width * 0.4);
  return { author: left, votes: right, height: Math.max(left.height, right.height) };
}

/**
 * Places a card.
 * @param whole a card lower than this, in points, is not cut by the end of a page
 */
export function putCard(flow: Flow, card: Card, x: number, whole: number): void {
  const { text, meta, nested, ground, border, width, height } = card;
  if (height < whole) flow.keep(height);
  const left = x + padding.x;
  flow.openGround({ x, width, color: ground, border });
  flow.skip(padding.y);
  flow.put(text, left);
  if (meta !== null) {
    flow.skip(metaGap);
    flow.keep(meta.height);
    flow.putBeside(meta.author, left);
    flow.putBeside(meta.votes, x + width - padding.x, { align: "right" });
    flow.skip(meta.height);
  }
  for (const each of nested) {
    flow.skip(cardGap);
    putCard(flow, each, left, whole);
  }
  flow.skip(padding.y);
  flow.closeGround();
}
