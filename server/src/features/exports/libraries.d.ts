/* Types of the parts that we use of libraries without types. */

declare module "fontkit" {
  export interface Glyph {
    advanceWidth: number;
  }
  export interface Font {
    unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
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
