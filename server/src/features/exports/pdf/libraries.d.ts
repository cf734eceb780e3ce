declare module "fontkit" {
  export interface PathCommand {
    command: "moveTo" | "lineTo" | "quadraticCurveTo" | "bezierCurveTo" | "closePath";
    args: number[];
  }
  export interface Glyph {
    advanceWidth: number;
    path: { commands: PathCommand[] };
  }
  export interface Font {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    /** Shapes a text. The direction follows from its script, and the glyphs are in the order of sight. */
    layout(
      text: string,
      features: Record<string, boolean>,
    ): { advanceWidth: number; direction: "ltr" | "rtl" };
    getVariation(settings: Record<string, number>): Font;
  }
  export function create(bytes: Uint8Array): Font;
}

declare module "linebreak" {
  export default class LineBreaker {
    constructor(text: string);
    /** The next place, in UTF-16 units, where a line may end. Null after the last. */
    nextBreak(): { position: number; required: boolean } | null;
  }
}
