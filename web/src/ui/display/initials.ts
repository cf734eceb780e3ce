import { graphemesOf } from "@retro/contract/text";

const signsBeforeWord = /(?<=^|\s)\p{P}+(?=\s|\p{L}|\p{N})/gu;

/** The first letters of the first two words, or the first two letters of the only word, in capitals. */
export function initialsOf(name: string): string {
  const [first = [], second] = name.replaceAll(signsBeforeWord, "").trim().split(/\s+/u).map(graphemesOf);
  const letters = second === undefined ? first.slice(0, 2) : [first[0] ?? "", second[0] ?? ""];
  return letters.join("").toLocaleUpperCase();
}
