import { emWidth, runsOf, type Run } from "./fonts.ts";

export interface TextLook {
  fontSize: number;
  bold: boolean;
  italics: boolean;
  underline: boolean;
  color: string;
}

/** Height of a line of the text family, in ems. */
const lineEms = 1.362;
const spaces = /[\s\u200b]/u;

/** An inline of the PDF library. */
export interface Inline {
  text: string;
  font: Run["family"];
  fontSize: number;
  bold: boolean;
  italics: boolean;
  decoration?: "underline";
  color: string;
}

/** A text laid out for a width: its runs, and how high it will stand. */
export interface Laid {
  inlines: Inline[];
  height: number;
}

/**
 * Prepares a text for a column: fonts by coverage, and words that are wider than the column made breakable, since the library would
 * widen the column instead.
 */
export function layText(text: string, width: number, look: TextLook): Laid {
  const { fontSize, bold, italics, underline, color } = look;
  const room = (width * 0.96) / fontSize;
  let lines = 1;
  let lineWidth = 0;
  let wordWidth = 0;
  const inlines = runsOf(text).map(({ parts, family }): Inline => {
    let out = "";
    for (const character of parts) {
      if (character === "\n") {
        lines += 1;
        lineWidth = wordWidth = 0;
      } else {
        const em = emWidth(character, family, bold);
        const space = spaces.test(character);
        if (!space && wordWidth + em > room && wordWidth > 0) {
          out += "\u200b";
          lines += 1;
          lineWidth = wordWidth = 0;
        }
        wordWidth = space ? 0 : wordWidth + em;
        lineWidth += em;
        if (lineWidth > room && !space) {
          lines += 1;
          lineWidth = wordWidth;
        }
      }
      out += character;
    }
    return {
      text: out,
      font: family,
      fontSize,
      bold,
      italics,
      color,
      ...(underline && { decoration: "underline" as const }),
    };
  });
  return { inlines, height: lines * lineEms * fontSize };
}
