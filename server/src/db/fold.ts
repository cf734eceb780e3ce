import { fold } from "@retro/contract/fold";

/** A `LIKE` pattern that finds the folded words anywhere; use it with `escape '\'`. */
export function likePattern(words: string): string {
  return `%${fold(words).replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
}
