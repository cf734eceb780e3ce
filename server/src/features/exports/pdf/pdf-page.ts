import { textColorOn } from "@retro/contract/contrast";
import { paletteColor } from "@retro/contract/palette";
import type { ExportedSection } from "../exported-board.ts";
import { mixColors } from "./mix-colors.ts";
import type { PageArea, PageFlow } from "./pdf-flow.ts";
import { layOutText, type TextLayout, type TextStyle } from "./pdf-text.ts";

export const pageSize = { width: 595.28, height: 841.89, side: 40 };
export const area: PageArea = { top: 44, bottom: pageSize.height - 50 };
export const contentWidth = pageSize.width - 2 * pageSize.side;
/** A card lower than half a page is never cut by the end of a page. */
export const maxUncutHeight = (area.bottom - area.top) / 2;
export const headingGap = 8;
const headingPadding = { x: 8, y: 5 };

const textColor = "#1d1b24";
export const faint = "#5f5b6b";
export const plain: TextStyle = {
  fontSize: 9.5,
  bold: false,
  italics: false,
  underline: false,
  color: textColor,
};

export function layOutLine(text: string, look: TextStyle, width = contentWidth): TextLayout {
  return layOutText([{ text, look }], width);
}

export function sectionColor({ style }: ExportedSection): string {
  return style.self?.backgroundColor ?? paletteColor("grey").tint;
}

export interface Heading {
  height: number;
  put: (flow: PageFlow) => void;
}

export function layOutHeading(text: string, beside: string, ground: string): Heading {
  const color = textColorOn(ground);
  const title = layOutLine(text, { ...plain, fontSize: 12, bold: true, color }, contentWidth * 0.68);
  const right = layOutLine(
    beside,
    { ...plain, fontSize: 8.5, color: mixColors(color, ground, 0.25) },
    contentWidth * 0.3,
  );
  return {
    height: title.height + 2 * headingPadding.y,
    put: (flow) => {
      flow.openBackground({ x: pageSize.side, width: contentWidth, color: ground, border: null });
      flow.skip(headingPadding.y);
      flow.placeTextBeside(right, pageSize.side + contentWidth - headingPadding.x, {
        align: "right",
        below: 4,
      });
      flow.placeText(title, pageSize.side + headingPadding.x);
      flow.skip(headingPadding.y);
      flow.closeBackground();
    },
  };
}
