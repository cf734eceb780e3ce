/** How every text that enters is stored, the same in the browser and on the server [W1]. */

const lineBreaks = /\r\n|[\v\f\r\u0085\u2028\u2029]/gu;
/** Controls, noncharacters and byte order marks. */
const junk = /(?![\t\n])[\p{Cc}\p{Noncharacter_Code_Point}\uFEFF]/gu;
/** Letters with marks, and Hangul. Single characters stay: NFC would replace variants of ideographs. */
const decomposed = /\P{M}\p{M}+|[\u1100-\u1112][\u1161-\u1175][\u11A8-\u11C2]?/gu;
/** No script writes more marks on a letter (UAX 15). Composing takes quadratic time for many marks. */
const longestLetter = 32;
/** Some characters have an empty picture although Unicode does not call them ignorable. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800\uFFF9-\uFFFB\u{1D159}]/u;
const edge = /[\s\u200B\u2060]/u;

/** Whether the text contains NUL or an unpaired surrogate, which no database stores (spec 11.4). */
export function hasForbiddenCharacters(value: string): boolean {
  return value.includes("\u0000") || !value.isWellFormed();
}

/**
 * Cleans a text of several lines [W1]. It keeps what scripts and emoji need: joiners, direction marks,
 * variation selectors, tags.
 * @returns an empty text if nothing of it can be seen; a text with forbidden characters as it is, so that it
 *   is refused
 */
export function cleanText(value: string): string {
  if (hasForbiddenCharacters(value)) return value;
  const text = value.replace(lineBreaks, "\n").replace(junk, "").replace(decomposed, compose);
  return visible.test(text) ? trimEdges(text) : "";
}

/** One letter is one character where there is one, so that a search finds it however it was typed. */
function compose(letter: string): string {
  if (letter.length > longestLetter) return letter;
  const composed = letter.normalize("NFC");
  return composed.length < letter.length ? composed : letter;
}

/** Cleans a text of one line: as `cleanText`, with spaces for line breaks and tabs. */
export function cleanLine(value: string): string {
  return cleanText(value).replace(/[\t\n]/gu, " ");
}

/** A regular expression takes quadratic time for many spaces. */
function trimEdges(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && edge.test(text.charAt(start))) start += 1;
  while (end > start && edge.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
