/**
 * Text folded for search and for sorting by name: lower case, composed, single spaces. SQLite's own lower() and LIKE know no Cyrillic,
 * so that a folded column is written beside the text and the asker's words are folded the same way.
 */
export function fold(...parts: readonly (string | null | undefined)[]): string {
  return parts
    .filter((part): part is string => typeof part === "string" && part !== "")
    .join(" ")
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/\s+/gu, " ")
    .trim();
}

/** A `LIKE` pattern that finds the folded words anywhere; use it with `escape '\'`. */
export function likePattern(words: string): string {
  return `%${fold(words).replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
}
