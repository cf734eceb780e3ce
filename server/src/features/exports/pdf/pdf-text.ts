import LineBreaker from "linebreak";
import { emWidth, measureShapedRun, splitIntoFontRuns, type Family } from "./fonts.ts";
import createBidi from "bidi-js";

const bidi = createBidi();
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f\u202b\u202e\u2067]/u;

/** The embedding levels of a place in a text (UAX #9): odd ones are written from right to left. */
interface Levels {
  level: number;
  base: number;
}

function levelsOf(text: string): (at: number) => Levels {
  const leftToRight = { level: 0, base: 0 };
  if (!rightToLeft.test(text)) return () => leftToRight;
  // The library takes each half of a surrogate pair for a letter from left to right.
  const analysed = text.replace(/\p{Extended_Pictographic}/gu, (emoji) => "☺".repeat(emoji.length));
  const { levels, paragraphs } = bidi.getEmbeddingLevels(analysed, "auto");
  return (at) => ({
    level: levels[at] ?? 0,
    base: paragraphs.find(({ end }) => at <= end)?.level ?? 0,
  });
}

function visualOrder<Part extends { level: number }>(parts: readonly Part[]): Part[] {
  const ordered = [...parts];
  const highest = Math.max(0, ...parts.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while (to < ordered.length && (ordered[to]?.level ?? 0) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed());
      from = to;
    }
  return ordered;
}

/** `)` for `(` in text from right to left; any other character unchanged. */
function mirrored(character: string): string {
  return bidi.getMirroredCharacter(character) ?? character;
}

export interface TextStyle {
  fontSize: number;
  bold: boolean;
  italics: boolean;
  underline: boolean;
  color: string;
}

export interface TextPiece {
  text: string;
  look: TextStyle;
}

export interface TextRun {
  text: string;
  family: Family;
  look: TextStyle;
  width: number;
}

export interface TextLine {
  runs: TextRun[];
  width: number;
  /** Free space on the left of a line of a paragraph from right to left, in points. */
  indent: number;
}

type Character = TextRun & Levels;

export interface TextLayout {
  lines: TextLine[];
  lineHeight: number;
  height: number;
}

const lineEms = 1.362;
/** Kerning or a joined picture makes a line a little wider than the sum of its characters. */
const usedWidth = 0.98;
const whitespace = /^\s$/u;

/** Breaks a text into lines for a column. Words wider than the column are cut. */
export function layOutText(pieces: readonly TextPiece[], width: number): TextLayout {
  const lines = breakLines(withLevels(pieces.flatMap(charactersOf)), width);
  const lineHeight = lineEms * (pieces[0]?.look.fontSize ?? 0);
  return { lines, lineHeight, height: lines.length * lineHeight };
}

function charactersOf({ text, look }: TextPiece): TextRun[] {
  return splitIntoFontRuns(text).flatMap(({ parts, family }) =>
    parts.map((part) => ({
      text: part,
      family,
      look,
      width: part === "\n" ? 0 : emWidth(part, family, look) * look.fontSize,
    })),
  );
}

function withLevels(characters: readonly TextRun[]): Character[] {
  const levels = levelsOf(characters.map(({ text }) => text).join(""));
  let at = 0;
  return characters.map((character) => {
    const levelled = { ...character, ...levels(at) };
    at += character.text.length;
    return levelled;
  });
}

function breakLines(characters: readonly Character[], columnWidth: number): TextLine[] {
  const room = columnWidth * usedWidth;
  const lines: TextLine[] = [];
  let line: Character[] = [];
  let width = 0;
  const endLine = (): void => {
    lines.push(finishLine(line, columnWidth));
    line = [];
    width = 0;
  };
  for (const word of wordsOf(characters)) {
    if (width > 0 && width + visibleWidth(word) > room) endLine();
    for (const character of word) {
      if (character.text === "\n") {
        endLine();
        continue;
      }
      const fits = width + character.width <= room || whitespace.test(character.text);
      if (width > 0 && !fits) endLine();
      line.push(character);
      width += character.width;
    }
  }
  endLine();
  return lines;
}

function finishLine(characters: readonly Character[], columnWidth: number): TextLine {
  const rightToLeft = characters.some(({ level }) => level > 0);
  // The spaces at the end of a line do not count: they would stand in the middle of it.
  const kept = rightToLeft ? characters.slice(0, lastVisible(characters) + 1) : characters;
  const runs = visualOrder(joinRuns(kept)).map(drawnRun);
  const width = runs.reduce((sum, run) => sum + run.width, 0);
  const isRightAligned = (characters[0]?.base ?? 0) % 2 === 1;
  return { runs, width, indent: isRightAligned ? Math.max(0, columnWidth - width) : 0 };
}

type LevelledRun = TextRun & { level: number };

/** Thai's AM becomes its two parts: the font draws it with two glyphs, and copies would lose one. */
function drawnRun({ text, family, look, width, level }: LevelledRun): TextRun {
  const shaped = measureShapedRun(text, family, look);
  const reversed = (level % 2 === 1) !== (shaped?.rightToLeft ?? false);
  return {
    text: (reversed ? reversedText(text) : text)
      .replace(/\p{Bidi_Control}/gu, "")
      .replaceAll("\u0e33", "\u0e4d\u0e32"),
    family,
    look,
    width: shaped === null ? width : shaped.width * look.fontSize,
  };
}

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
function reversedText(text: string): string {
  return [...graphemes.segment(text)]
    .map(({ segment }) => mirrored(segment))
    .toReversed()
    .join("");
}

/** Not one by one with `+=`: V8 would keep an object for each character. */
function joinRuns(characters: readonly Character[]): LevelledRun[] {
  const runs: LevelledRun[] = [];
  for (let from = 0; from < characters.length;) {
    const { family, look, level } = characters[from] as Character;
    const length = characters
      .slice(from)
      .findIndex((each) => each.family !== family || each.look !== look || each.level !== level);
    const run = length < 0 ? characters.slice(from) : characters.slice(from, from + length);
    runs.push({
      text: run.map(({ text }) => text).join(""),
      family,
      look,
      level,
      width: run.reduce((sum, each) => sum + each.width, 0),
    });
    from += run.length;
  }
  return runs;
}

function visibleWidth(word: readonly TextRun[]): number {
  return word.slice(0, lastVisible(word) + 1).reduce((sum, { width }) => sum + width, 0);
}

function lastVisible(characters: readonly TextRun[]): number {
  return characters.findLastIndex(({ text }) => !whitespace.test(text));
}

function* wordsOf(characters: readonly Character[]): Generator<Character[]> {
  const ends = lineEndsIn(characters.map(({ text }) => text).join(""));
  let end = ends.next().value ?? Infinity;
  let at = 0;
  let word: Character[] = [];
  for (const character of characters) {
    word.push(character);
    at += character.text.length;
    if (at < end) continue;
    yield word;
    word = [];
    while (end <= at) end = ends.next().value ?? Infinity;
  }
  if (word.length > 0) yield word;
}

const thaiText = /\p{Script=Thai}/u;
const thaiWords = new Intl.Segmenter("th", { granularity: "word" });

/** UAX #14; Thai has no spaces between words, and needs a dictionary. */
function* lineEndsIn(text: string): Generator<number, undefined> {
  const breaker = new LineBreaker(text);
  let from = 0;
  for (let next = breaker.nextBreak(); next !== null; next = breaker.nextBreak()) {
    const word = text.slice(from, next.position);
    if (thaiText.test(word))
      for (const { index, segment } of thaiWords.segment(word))
        if (index > 0 && thaiText.test(segment)) yield from + index;
    from = next.position;
    yield from;
  }
}
