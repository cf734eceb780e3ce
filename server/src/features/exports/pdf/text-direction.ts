import createBidi from "bidi-js";

const bidi = createBidi();
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200f\u202b\u202e\u2067]/u;

/** The embedding levels of a place in a text (UAX #9): odd ones are written from right to left. */
export interface Levels {
  level: number;
  base: number;
}

export function levelsOf(text: string): (at: number) => Levels {
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

export function visualOrder<Part extends { level: number }>(parts: readonly Part[]): Part[] {
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
export function mirrored(character: string): string {
  return bidi.getMirroredCharacter(character) ?? character;
}
