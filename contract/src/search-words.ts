import { graphemesOf } from "./text.ts";

/** The words of a search in a space [G8]. The server and the browser find the same. */

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

interface Word {
  start: number;
  end: number;
  folded: string;
}

/** The letters of a word as a search compares them: lower case, composed, ё as е. */
function foldWord(word: string): string {
  return word.normalize("NFC").toLowerCase().replaceAll("ё", "е");
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    folded: foldWord(word),
  }));
}

/** The folded words of a question: each once, the longest first, without those that begin another. */
export function searchWords(question: string): string[] {
  const words: string[] = [];
  const folded = wordsOf(question).map((word) => word.folded);
  for (const word of folded.toSorted((a, b) => b.length - a.length))
    if (!words.some((longer) => longer.startsWith(word))) words.push(word);
  return words;
}

/** Tells whether each of these words begins a word of the text. @param words as `searchWords` gives them */
export function hasAllWords(text: string, words: readonly string[]): boolean {
  const found = wordsOf(text);
  return words.every((word) => found.some(({ folded }) => folded.startsWith(word)));
}

export interface TextPart {
  text: string;
  found: boolean;
}

/** Splits a text into the words that begin with one of the searched ones, and the rest. */
export function markWords(text: string, words: readonly string[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const found of wordsOf(text)) {
    if (!words.some((word) => found.folded.startsWith(word))) continue;
    if (found.start > end) parts.push({ text: text.slice(end, found.start), found: false });
    parts.push({ text: text.slice(found.start, found.end), found: true });
    end = found.end;
  }
  if (end < text.length) parts.push({ text: text.slice(end), found: false });
  return parts;
}

/** The part of a text around the first found word, on one line; `max` characters. */
export function excerptOf(text: string, words: readonly string[], max: number): string {
  const characters = graphemesOf(text.replace(/\s+/gu, " ").trim());
  if (characters.length <= max) return characters.join("");
  const [before] = markWords(characters.join(""), words);
  const at = before === undefined || before.found ? 0 : graphemesOf(before.text).length;
  // A third of the part is before the word; the last part is as long as all others.
  const start = Math.max(0, Math.min(at - Math.floor(max / 3), characters.length - max));
  const part = characters.slice(start, start + max).join("");
  return `${start > 0 ? "…" : ""}${part}${start + max < characters.length ? "…" : ""}`;
}
