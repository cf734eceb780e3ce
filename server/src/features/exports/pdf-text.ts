import LineBreaker from "linebreak";
import { emWidth, splitIntoFontRuns, type Family } from "./fonts.ts";

export interface TextStyle {
  fontSize: number;
  bold: boolean;
  italics: boolean;
  underline: boolean;
  color: string;
}

/** A piece of a text in one style. */
export interface TextPiece {
  text: string;
  look: TextStyle;
}

/** A part of a line in one face of one font. Width in points. */
export interface TextRun {
  text: string;
  family: Family;
  look: TextStyle;
  width: number;
}

export interface TextLine {
  runs: TextRun[];
  width: number;
}

/** A text broken into lines, with measures in points. */
export interface TextLayout {
  lines: TextLine[];
  lineHeight: number;
  height: number;
}

/** Height of a line of the text family, in ems. */
const lineEms = 1.362;
/** Part of the width that lines use: a joined picture or kerning makes a line a little wider than the sum of its characters. */
const usedWidth = 0.98;
const whitespace = /^\s$/u;

/**
 * Breaks a text into lines for a column. Words wider than the column are cut.
 * @param pieces of one font size
 * @param width of the column, in points
 */
export function layOutText(pieces: readonly TextPiece[], width: number): TextLayout {
  const lines = breakLines(pieces.flatMap(charactersOf), width * usedWidth);
  const lineHeight = lineEms * (pieces[0]?.look.fontSize ?? 0);
  return { lines, lineHeight, height: lines.length * lineHeight };
}

/** Each character as users count them (graphemes). */
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

function breakLines(characters: readonly TextRun[], room: number): TextLine[] {
  const lines: TextLine[] = [];
  let line: TextRun[] = [];
  let width = 0;
  const endLine = (): void => {
    lines.push({ runs: joinRuns(line), width });
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

/** Joins neighbours of one face. Not one by one with `+=`: V8 would keep an object for each character. */
function joinRuns(characters: readonly TextRun[]): TextRun[] {
  const runs: TextRun[] = [];
  for (let from = 0; from < characters.length;) {
    const first = characters[from] as TextRun;
    const length = characters
      .slice(from)
      .findIndex(({ family, look }) => family !== first.family || look !== first.look);
    const run = length < 0 ? characters.slice(from) : characters.slice(from, from + length);
    runs.push({
      ...first,
      text: run.map(({ text }) => text).join(""),
      width: run.reduce((sum, each) => sum + each.width, 0),
    });
    from += run.length;
  }
  return runs;
}

/** The width without spaces at the end of the line. */
function visibleWidth(word: readonly TextRun[]): number {
  const last = word.findLastIndex(({ text }) => !whitespace.test(text));
  return word.slice(0, last + 1).reduce((sum, { width }) => sum + width, 0);
}

/** Cuts after each place where Unicode's rules allow a line to end (UAX #14): after spaces and hyphens, between ideographs. */
function* wordsOf(characters: readonly TextRun[]): Generator<TextRun[]> {
  const breaker = new LineBreaker(characters.map(({ text }) => text).join(""));
  let end = breaker.nextBreak()?.position ?? Infinity;
  let at = 0;
  let word: TextRun[] = [];
  for (const character of characters) {
    word.push(character);
    at += character.text.length;
    if (at < end) continue;
    yield word;
    word = [];
    while (end <= at) end = breaker.nextBreak()?.position ?? Infinity;
  }
  if (word.length > 0) yield word;
}
