import { graphemesOf } from "@retro/contract/text";

/**
 * Returns the first letters of the first two words of a name, or the first two letters of its only word, in
 * capitals.
 */
export function initialsOf(name: string): string {
  const [first = [], second] = name.trim().split(/\s+/u).map(graphemesOf);
  const letters = second === undefined ? first.slice(0, 2) : [first[0] ?? "", second[0] ?? ""];
  return letters.join("").toLocaleUpperCase();
}
