/**
 * Folds text for search and for sorting by name: lower case, composed, single spaces. SQLite's lower() and LIKE do not know Cyrillic, so
 * tables store a folded column next to the text, and searches fold the user's words in the same way.
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
