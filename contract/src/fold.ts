/**
 * Folds text for search and for sorting by name: lower case, composed, single spaces [B4]. SQLite's lower()
 * and LIKE do not know Cyrillic, so tables store a folded column next to the text. Searches fold the user's
 * words in the same way, on the server and in the browser.
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
