import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { create } from "fontkit";
import decompress from "woff2-encoder/decompress";
import { outlineOf, writeTrueType, type Outline } from "./truetype.ts";

const require = createRequire(import.meta.url);
const regularWeight = 400;

/** Reads only the slices with a needed character, and joins their outlines in one font. */
export class SlicedFont {
  readonly #package: string;
  #ranges: { first: number; last: number; file: string }[] | null = null;
  readonly #outlines = new Map<number, Outline>();

  constructor(name: string) {
    this.#package = name;
  }

  has(codePoint: number): boolean {
    return this.#outlines.has(codePoint);
  }

  emWidth(codePoint: number): number {
    return (this.#outlines.get(codePoint)?.advance ?? 0) / 1000;
  }

  clear(): void {
    this.#outlines.clear();
  }

  async load(codePoints: readonly number[]): Promise<void> {
    const wanted = Map.groupBy(
      codePoints.filter((code) => !this.has(code)),
      (code) => this.#fileOf(code),
    );
    for (const [file, codes] of wanted) if (file !== null) await this.#loadSlice(file, codes);
  }

  toTrueType(): Uint8Array | null {
    return this.#outlines.size === 0 ? null : writeTrueType(this.#package, this.#outlines);
  }

  async #loadSlice(file: string, codePoints: readonly number[]): Promise<void> {
    const slice = await decompress(await readFile(require.resolve(file)));
    const font = create(Buffer.from(slice)).getVariation({ wght: regularWeight });
    for (const code of codePoints)
      if (font.hasGlyphForCodePoint(code)) this.#outlines.set(code, outlineOf(font.glyphForCodePoint(code)));
  }

  #fileOf(codePoint: number): string | null {
    this.#ranges ??= readRanges(this.#package);
    return this.#ranges.find(({ first, last }) => first <= codePoint && codePoint <= last)?.file ?? null;
  }
}

/** `{ "[4]": "U+4e00-4e05,U+4e07", … }`. Names without brackets are of Latin letters. */
function readRanges(name: string): { first: number; last: number; file: string }[] {
  const slices = require(`@fontsource-variable/${name}/unicode.json`) as Record<string, string>;
  return Object.entries(slices).flatMap(([slice, ranges]) => {
    const number = /^\[(\d+)\]$/.exec(slice)?.[1];
    if (number === undefined) return [];
    const file = `@fontsource-variable/${name}/files/${name}-${number}-wght-normal.woff2`;
    return ranges.split(",").map((range) => {
      const [first = "", last = first] = range.replace("U+", "").split("-");
      return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16), file };
    });
  });
}
