import { hasForbiddenCharacters, textLength } from "@retro/contract/text";
import type { Translate } from "../i18n/useT.ts";

/**
 * What is wrong with a title that the user has typed, by the server's rules (spec 5.10).
 * @param max the most characters
 * @returns the message in the user's language; undefined if the title is valid
 */
export function titleFault(t: Translate, title: string, max: number): string | undefined {
  if (title.trim() === "") return t("validation.titleRequired");
  if (hasForbiddenCharacters(title)) return t("validation.forbiddenCharacters");
  return textLength(title.trim()) > max ? t("validation.maxAllowed", { max }) : undefined;
}
