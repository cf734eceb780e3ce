import { cleanLine, hasForbiddenCharacters } from "@retro/contract/clean-text";
import { textLength } from "@retro/contract/text";
import type { Translate } from "../../i18n/useT.ts";

/**
 * What is wrong with a title that the user has typed, by the server's rules (spec 5.10).
 * @param max the most characters
 * @returns the message in the user's language; undefined if the title is valid
 */
export function titleFault(t: Translate, typed: string, max: number): string | undefined {
  const title = cleanLine(typed);
  if (title === "") return t("validation.titleRequired");
  if (hasForbiddenCharacters(title)) return t("validation.forbiddenCharacters");
  return textLength(title) > max ? t("validation.maxAllowed", { max }) : undefined;
}
