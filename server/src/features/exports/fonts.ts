import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { readFileSync } from "node:fs";

const require = createRequire(import.meta.url);
const fontPath = (file: string) => require.resolve(`@expo-google-fonts/${file}`);

const regular = fontPath("noto-sans/400Regular/NotoSans_400Regular.ttf");
const symbols = fontPath("noto-sans-symbols/400Regular/NotoSansSymbols_400Regular.ttf");
const symbolsBold = fontPath("noto-sans-symbols/700Bold/NotoSansSymbols_700Bold.ttf");
const symbols2 = fontPath("noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf");
const emoji = fontPath("noto-emoji/400Regular/NotoEmoji_400Regular.ttf");
const emojiBold = fontPath("noto-emoji/700Bold/NotoEmoji_700Bold.ttf");

/** The files of each family, in the PDF library's form. Only the text family has italics. */
export const fontFiles = {
  Text: {
    normal: regular,
    bold: fontPath("noto-sans/700Bold/NotoSans_700Bold.ttf"),
    italics: fontPath("noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf"),
    bolditalics: fontPath("noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf"),
  },
  Symbols: { normal: symbols, bold: symbolsBold, italics: symbols, bolditalics: symbolsBold },
  Symbols2: { normal: symbols2, bold: symbols2, italics: symbols2, bolditalics: symbols2 },
  Emoji: { normal: emoji, bold: emojiBold, italics: emoji, bolditalics: emojiBold },
} as const;
export type Family = keyof typeof fontFiles;

const families: readonly Family[] = ["Text", "Symbols", "Symbols2", "Emoji"];
const emojiFirst: readonly Family[] = ["Emoji", "Text", "Symbols", "Symbols2"];

const openFonts = new Map<string, Font>();
function openFont(file: string): Font {
  let font = openFonts.get(file);
  if (font === undefined) openFonts.set(file, (font = create(readFileSync(file))));
  return font;
}

/** Joiners and variation selectors change the characters beside them and need no glyph. */
const invisibleCharacter = /^(?:\p{Join_Control}|\p{Variation_Selector}|[\u{e0020}-\u{e007f}])$/u;
/** Drawn as a picture: an emoji by default, or by a selector. */
const pictorialCharacter = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u;

function covers(family: Family, characters: readonly string[]): boolean {
  const font = openFont(fontFiles[family].normal);
  return characters.every((c) => font.hasGlyphForCodePoint(c.codePointAt(0) ?? 0));
}

/** A part of a text that one family can draw. */
export interface FontRun {
  /** Characters as users count them (graphemes): none may be cut. */
  parts: string[];
  family: Family;
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
interface DrawnGrapheme {
  text: string;
  family: Family;
}
const known = new Map<string, DrawnGrapheme>();
const maxCached = 5000;
/** For a character that no font has: never an empty box [X3]. */
const unknown: DrawnGrapheme = { text: "\ufffd", family: "Text" };

function drawGrapheme(grapheme: string): DrawnGrapheme {
  const found = known.get(grapheme);
  if (found !== undefined) return found;
  const visible = [...grapheme].filter((c) => !invisibleCharacter.test(c));
  const order = pictorialCharacter.test(grapheme) ? emojiFirst : families;
  const family = order.find((each) => covers(each, visible));
  // A family without the joined picture draws its parts; it must have all of them, or it would draw an empty box.
  const run = family === undefined ? unknown : { text: grapheme.replace(/[\ufe0e\ufe0f]/gu, ""), family };
  if (known.size >= maxCached) known.clear();
  known.set(grapheme, run);
  return run;
}

/** [X3] Splits a text into runs by the family that has the glyphs. Omits control characters; tabs become spaces. */
export function splitIntoFontRuns(text: string): FontRun[] {
  const runs: FontRun[] = [];
  const clean = text
    .replace(/\r\n?|[\u2028\u2029]/gu, "\n")
    .replace(/\t/gu, "  ")
    .replace(/[^\P{Control}\n]/gu, "");
  for (const { segment } of graphemes.segment(clean)) {
    const { text, family } =
      segment === "\n" ? { text: segment, family: "Text" as const } : drawGrapheme(segment);
    const last = runs.at(-1);
    if (last?.family === family) last.parts.push(text);
    else runs.push({ parts: [text], family });
  }
  return runs;
}

/** A face of a family. */
interface FontFace {
  bold: boolean;
  italics: boolean;
}

/** The file of a family's face. */
export function fontFile(family: Family, { bold, italics }: FontFace): string {
  const files = fontFiles[family];
  if (bold) return italics ? files.bolditalics : files.bold;
  return italics ? files.italics : files.normal;
}

const widths = new Map<string, number>();

/** The width of a character in ems; a joined picture is as wide as its widest part. */
export function emWidth(character: string, family: Family, face: FontFace): number {
  const file = fontFile(family, face);
  const key = `${file} ${character}`;
  const found = widths.get(key);
  if (found !== undefined) return found;
  const font = openFont(file);
  const width = Math.max(
    ...[...character].map(
      (c) => font.glyphForCodePoint(c.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm,
    ),
  );
  if (widths.size >= maxCached) widths.clear();
  widths.set(key, width);
  return width;
}
