import type { SectionStyle, StickerStyle } from "@retro/contract/styles";
import { limits } from "@retro/contract/limits";
import { paletteColor } from "@retro/contract/palette";
import { formatReactions } from "@retro/contract/reactions";
import type { Translate } from "../../../http/session/locale.ts";
import { textColorOn } from "@retro/contract/contrast";
import { mixColors } from "./mix-colors.ts";
import type { PageFlow } from "./pdf-flow.ts";
import { layOutText, type TextLayout, type TextStyle } from "./pdf-text.ts";
import { type ExportedSticker, groupName } from "../exported-board.ts";

export interface Card {
  /** The group's name, the text, the reactions and the note, as far as there are any. */
  texts: TextLayout[];
  meta: { author: TextLayout; votes: TextLayout; height: number } | null;
  nested: Card[];
  background: string;
  border: string;
  width: number;
  height: number;
}

const padding = { x: 7, y: 6 };
export const cardGap = 6;
const metaGap = 3;
const metaSize = 7.5;
const pointsPerPixel = 9 / limits.defaultFontSize;
/** With larger letters no word fits in a third of the page. */
const largest = 24;

function textStyleOf(style: StickerStyle, ground: string): TextStyle {
  return {
    fontSize: Math.min(
      largest,
      Number.parseInt(style.fontSize ?? `${limits.defaultFontSize}`, 10) * pointsPerPixel,
    ),
    bold: style.fontWeight === "bold",
    italics: style.fontStyle === "italic",
    underline: style.textDecoration === "underline",
    color: style.color ?? textColorOn(ground),
  };
}

function effectiveStyle(section: SectionStyle, own: StickerStyle): StickerStyle {
  const chosen = Object.fromEntries(
    Object.entries(own).filter(([, value]) => value !== null && value !== undefined),
  );
  return { ...section.item, ...chosen };
}

export function layOutCard(
  sticker: ExportedSticker,
  section: SectionStyle,
  t: Translate,
  width: number,
): Card {
  const style = effectiveStyle(section, sticker.style);
  const ground = style.backgroundColor ?? paletteColor("yellow").light;
  const ink = textColorOn(ground);
  const inner = width - 2 * padding.x;
  const faint: TextStyle = {
    fontSize: metaSize,
    bold: false,
    italics: false,
    underline: false,
    color: mixColors(ink, ground, 0.25),
  };
  const beside = textStyleOf({}, ground);
  const text =
    sticker.text === null
      ? { text: t("exports.hidden"), look: { ...beside, italics: true, color: faint.color } }
      : { text: sticker.text, look: textStyleOf(style, ground) };
  const named = groupName(sticker);
  const texts = [
    ...(named === null ? [] : [{ text: named, look: { ...beside, bold: true } }]),
    text,
    ...(sticker.reactions ? [{ text: formatReactions(sticker.reactions), look: faint }] : []),
    ...(sticker.note === undefined ? [] : [{ text: sticker.note, look: { ...beside, italics: true } }]),
  ].map((each) => layOutText([each], inner));
  const meta = layOutMeta(sticker, t, faint, inner);
  const nested = sticker.stickers.map((each) => layOutCard(each, section, t, inner));
  const height =
    2 * padding.y +
    texts.reduce((sum, each) => sum + each.height, (texts.length - 1) * metaGap) +
    (meta === null ? 0 : meta.height + metaGap) +
    nested.reduce((sum, each) => sum + cardGap + each.height, 0);
  return {
    texts,
    meta,
    nested,
    background: ground,
    border: mixColors(ground, ink, 0.18),
    width,
    height,
  };
}

function layOutMeta(
  { votes, author }: ExportedSticker,
  t: Translate,
  faint: TextStyle,
  width: number,
): Card["meta"] {
  const count = votes === null || votes === 0 ? null : t("exports.voteCount", { count: votes });
  if (count === null && author === null) return null;
  const left = layOutText([{ text: author ?? "", look: faint }], width * 0.6);
  const right = layOutText([{ text: count ?? "", look: { ...faint, bold: true } }], width * 0.4);
  return { author: left, votes: right, height: Math.max(left.height, right.height) };
}

export function placeCard(flow: PageFlow, card: Card, x: number, whole: number): void {
  const { texts, meta, nested, background, border, width, height } = card;
  if (height < whole) flow.ensureRoom(height);
  const left = x + padding.x;
  flow.openBackground({ x, width, color: background, border });
  flow.skip(padding.y);
  for (const [i, text] of texts.entries()) {
    if (i > 0) flow.skip(metaGap);
    flow.placeText(text, left);
  }
  if (meta !== null) {
    flow.skip(metaGap);
    flow.ensureRoom(meta.height);
    flow.placeTextBeside(meta.author, left);
    flow.placeTextBeside(meta.votes, x + width - padding.x, { align: "right" });
    flow.skip(meta.height);
  }
  for (const each of nested) {
    flow.skip(cardGap);
    placeCard(flow, each, left, whole);
  }
  flow.skip(padding.y);
  flow.closeBackground();
}
