import type { SectionStyle, StickerStyle } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { paletteColor } from "@retro/contract/palette";
import type { Content, ContentTable, CustomTableLayout } from "pdfmake/interfaces.js";
import type { Translate } from "../../http/locale.ts";
import { inkOn } from "@retro/contract/ink";
import { mix } from "./mix.ts";
import { layText, type Laid, type TextLook } from "./pdf-text.ts";
import type { ViewSticker } from "./view.ts";

/** A sticker ready for the page. */
export interface Card {
  content: Content;
  height: number;
}

const padding = { x: 7, y: 6 };
const gap = 6;
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

function frame(ground: string): CustomTableLayout {
  const line = mix(ground, inkOn(ground), 0.18);
  return {
    hLineWidth: () => 0.6,
    vLineWidth: () => 0.6,
    hLineColor: () => line,
    vLineColor: () => line,
    paddingLeft: () => padding.x,
    paddingRight: () => padding.x,
    paddingTop: () => padding.y,
    paddingBottom: () => padding.y,
  };
}

/**
 * A sticker as a card, what is nested in it inside. One that fits on less than `whole` points is never cut by the end of a page.
 */
export function card(
  sticker: ViewSticker,
  section: SectionStyle,
  t: Translate,
  { width, whole }: { width: number; whole: number },
): Card {
  const style = effective(section, sticker.style);
  const ground = style.backgroundColor ?? paletteColor("yellow").light;
  const inner = width - 2 * padding.x - 2;
  const ink = inkOn(ground);
  const faint: TextLook = {
    fontSize: metaSize,
    bold: false,
    italics: false,
    underline: false,
    color: mix(ink, ground, 0.25),
  };
  const text =
    sticker.text === null
      ? layText(t("exports.hidden"), inner, { ...look({}, ground), italics: true, color: faint.color })
      : layText(sticker.text, inner, look(style, ground));
  const stack: Content[] = [{ text: text.inlines }];
  let height = text.height + 2 * padding.y + 1.2;

  const votes =
    sticker.votes === null || sticker.votes === 0 ? null : t("exports.voteCount", { count: sticker.votes });
  if (votes !== null || sticker.author !== null) {
    const left: Laid = layText(sticker.author ?? "", inner * 0.6, faint);
    const right = layText(votes ?? "", inner * 0.4, { ...faint, bold: true });
    stack.push({
      columns: [
        { text: left.inlines, width: "*" },
        { text: right.inlines, width: "auto", alignment: "right" },
      ],
      columnGap: 4,
      margin: [0, 3, 0, 0],
    });
    height += Math.max(left.height, right.height) + 3;
  }
  for (const [i, nested] of sticker.stickers.entries()) {
    const below = card(nested, section, t, { width: inner, whole });
    stack.push({
      stack: [below.content],
      margin: [0, i === 0 ? gap : 0, 0, i === sticker.stickers.length - 1 ? -gap : 0],
    });
    height += below.height + (i === 0 ? gap : 0) - (i === sticker.stickers.length - 1 ? gap : 0);
  }
  const table: ContentTable = {
    table: { widths: ["*"], body: [[{ stack, fillColor: ground }]], dontBreakRows: height < whole },
    layout: frame(ground),
    margin: [0, 0, 0, gap],
  };
  return { content: table, height: height + gap };
}
