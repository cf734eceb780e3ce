import { cleanLine, hasForbiddenCharacters } from "@retro/contract/clean-text";
import { textLength } from "@retro/contract/text";
import type { Translate } from "../../i18n/useT.ts";

/** By the server's rules (spec 5.10); undefined if the title is valid. */
export function titleFault(t: Translate, typed: string, max: number): string | undefined {
  const title = cleanLine(typed);
  if (title === "") return t("validation.titleRequired");
  if (hasForbiddenCharacters(title)) return t("validation.forbiddenCharacters");
  return textLength(title) > max ? t("validation.maxAllowed", { max }) : undefined;
}
