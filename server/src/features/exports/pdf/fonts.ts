import { createRequire } from "node:module";
import { create, type Font } from "fontkit";
import { readFileSync } from "node:fs";
import { SlicedFont } from "./sliced-font.ts";

const require = createRequire(import.meta.url);
const fontPath = (file: string) => require.resolve(`@expo-google-fonts/${file}`);

const regular = fontPath("noto-sans/400Regular/NotoSans_400Regular.ttf");
const symbols = fontPath("noto-sans-symbols/400Regular/NotoSansSymbols_400Regular.ttf");
const symbolsBold = fontPath("noto-sans-symbols/700Bold/NotoSansSymbols_700Bold.ttf");
const symbols2 = fontPath("noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf");
const emoji = fontPath("noto-emoji/400Regular/NotoEmoji_400Regular.ttf");
const emojiBold = fontPath("noto-emoji/700Bold/NotoEmoji_700Bold.ttf");
const math = fontPath("noto-sans-math/400Regular/NotoSansMath_400Regular.ttf");
const thai = fontPath("noto-sans-thai/400Regular/NotoSansThai_400Regular.ttf");
const thaiBold = fontPath("noto-sans-thai/700Bold/NotoSansThai_700Bold.ttf");
const hebrew = fontPath("noto-sans-hebrew/400Regular/NotoSansHebrew_400Regular.ttf");
const hebrewBold = fontPath("noto-sans-hebrew/700Bold/NotoSansHebrew_700Bold.ttf");
/** Noto draws several Arabic letters with one glyph: copied text would be wrong. */
const arabic = fontPath("ibm-plex-sans-arabic/400Regular/IBMPlexSansArabic_400Regular.ttf");
const arabicBold = fontPath("ibm-plex-sans-arabic/700Bold/IBMPlexSansArabic_700Bold.ttf");

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
  Math: { normal: math, bold: math, italics: math, bolditalics: math },
  Thai: { normal: thai, bold: thaiBold, italics: thai, bolditalics: thaiBold },
  Hebrew: { normal: hebrew, bold: hebrewBold, italics: hebrew, bolditalics: hebrewBold },
  Arabic: { normal: arabic, bold: arabicBold, italics: arabic, bolditalics: arabicBold },
} as const;

/** The families of ideographs. They have one face each. */
const slicedFonts = {
  Chinese: new SlicedFont("noto-sans-sc"),
  Japanese: new SlicedFont("noto-sans-jp"),
  Korean: new SlicedFont("noto-sans-kr"),
};
type SlicedFamily = keyof typeof slicedFonts;
export type Family = keyof typeof fontFiles | SlicedFamily;

export function isSliced(family: Family): family is SlicedFamily {
  return family in slicedFonts;
}

/** In the order of search. A character that is an emoji only with a selector is text without it. */
const fileFamilies = ["Text", "Symbols", "Symbols2", "Thai", "Hebrew", "Arabic", "Math", "Emoji"] as const;
/** Scripts whose letters change their shape beside each other, or stand above each other. */
const shapedFamilies: ReadonlySet<Family> = new Set(["Thai", "Hebrew", "Arabic"] as const);

/** The families of the languages whose letters are in a text: an ideograph looks different in each. */
function languagesIn(text: string): SlicedFamily[] {
  const families: SlicedFamily[] = [];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) families.push("Japanese");
  if (/\p{Script=Hangul}/u.test(text)) families.push("Korean");
  return [...families, "Chinese"];
}

export async function loadFontsFor(text: string): Promise<void> {
  for (const font of Object.values(slicedFonts)) font.clear();
  const needed = [...new Set(text.normalize("NFC")), ...new Set(text)]
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((code) => !fileFamilies.some((family) => covers(family, code)));
  for (const family of languagesIn(text)) await slicedFonts[family].load(needed);
  for (const font of Object.values(slicedFonts))
    await font.load(needed.filter((code) => !Object.values(slicedFonts).some((each) => each.has(code))));
}

export function slicedFontFiles(): { family: Family; file: Uint8Array }[] {
  return Object.entries(slicedFonts).flatMap(([family, font]) => {
    const file = font.toTrueType();
    return file === null ? [] : [{ family: family as SlicedFamily, file }];
  });
}

const openFonts = new Map<string, Font>();
function openFont(file: string): Font {
  let font = openFonts.get(file);
  if (font === undefined) openFonts.set(file, (font = create(readFileSync(file))));
  return font;
}

/** Joiners and variation selectors change the characters beside them and need no glyph. */
const invisibleCharacter =
  /^(?:\p{Join_Control}|\p{Variation_Selector}|\p{Bidi_Control}|[\u2060\ufeff\u{e0020}-\u{e007f}])$/u;
const pictorialCharacter = /\p{Emoji_Presentation}|\ufe0f|\u20e3/u;

function covers(family: Family, code: number): boolean {
  return isSliced(family)
    ? slicedFonts[family].has(code)
    : openFont(fontFiles[family].normal).hasGlyphForCodePoint(code);
}

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

function drawGrapheme(grapheme: string, languages: readonly SlicedFamily[]): DrawnGrapheme {
  const key = `${languages.join()} ${grapheme}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const drawn =
    findGlyphs(grapheme, languages) ?? findGlyphs(grapheme.normalize("NFC"), languages) ?? unknown;
  if (known.size >= maxCached) known.clear();
  known.set(key, drawn);
  return drawn;
}

/** The family must have every visible part: one that lacks a part would draw an empty box. */
function findGlyphs(grapheme: string, languages: readonly SlicedFamily[]): DrawnGrapheme | null {
  const visible = [...grapheme].filter((c) => !invisibleCharacter.test(c));
  const families: Family[] = [...fileFamilies, ...languages, "Chinese", "Japanese", "Korean"];
  if (pictorialCharacter.test(grapheme)) families.unshift("Emoji");
  const family = families.find((each) => visible.every((c) => covers(each, c.codePointAt(0) ?? 0)));
  if (family === undefined) return null;
  return {
    text: isSliced(family) ? visible.join("") : grapheme.replace(/[\ufe0e\ufe0f\u2060\ufeff]/gu, ""),
    family,
  };
}

/** Omits control characters; tabs become spaces [X3]. */
export function splitIntoFontRuns(text: string): FontRun[] {
  const runs: FontRun[] = [];
  const languages = languagesIn(text);
  const clean = text
    .replace(/\r\n?|[\u2028\u2029]/gu, "\n")
    .replace(/\t/gu, "  ")
    .replace(/[^\P{Control}\n]/gu, "");
  for (const { segment } of graphemes.segment(clean)) {
    const { text, family } =
      segment === "\n" ? { text: segment, family: "Text" as const } : drawGrapheme(segment, languages);
    const last = runs.at(-1);
    if (last?.family === family) last.parts.push(text);
    else runs.push({ parts: [text], family });
  }
  return runs;
}

interface FontFace {
  bold: boolean;
  italics: boolean;
}

export function fontFile(family: Family, { bold, italics }: FontFace): string {
  if (isSliced(family)) return family;
  const files = fontFiles[family];
  if (bold) return italics ? files.bolditalics : files.bold;
  return italics ? files.italics : files.normal;
}

const widths = new Map<string, number>();

export function emWidth(character: string, family: Family, face: FontFace): number {
  const file = fontFile(family, face);
  const key = `${file} ${character}`;
  const found = widths.get(key);
  if (found !== undefined) return found;
  const width = shapedFamilies.has(family)
    ? shapeRun(character, family, face).width
    : Math.max(
        0,
        ...[...character]
          .filter((c) => !invisibleCharacter.test(c))
          .map((c) => glyphWidth(c.codePointAt(0) ?? 0, family, face)),
      );
  if (widths.size >= maxCached) widths.clear();
  widths.set(key, width);
  return width;
}

function glyphWidth(code: number, family: Family, face: FontFace): number {
  if (isSliced(family)) return slicedFonts[family].emWidth(code);
  const font = openFont(fontFile(family, face));
  return font.glyphForCodePoint(code).advanceWidth / font.unitsPerEm;
}

export function measureShapedRun(
  text: string,
  family: Family,
  face: FontFace,
): ReturnType<typeof shapeRun> | null {
  return shapedFamilies.has(family) ? shapeRun(text, family, face) : null;
}

function shapeRun(text: string, family: Family, face: FontFace): { width: number; rightToLeft: boolean } {
  const font = openFont(fontFile(family, face));
  const { advanceWidth, direction } = font.layout(text, {});
  return { width: advanceWidth / font.unitsPerEm, rightToLeft: direction === "rtl" };
}
