/* The parts we use of libraries that bring no types of their own. */

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

declare module "pdfmake/js/LayoutBuilder.js" {
  export interface PageItem {
    type: string;
    item: { type?: string; w?: number; h?: number; color?: string; lineColor?: string };
  }
  interface LayoutBuilder {
    layoutDocument(...args: unknown[]): { items: PageItem[] }[];
  }
  const module: { default: { prototype: LayoutBuilder } };
  export default module;
}
