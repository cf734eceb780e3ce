import { locales } from "@retro/contract/messages/catalogue";

/** The languages of the widget (spec 9.12). */
const widgetLanguages = ["en", "de", "nl", "fr", "it", "pt", "es", "ca", "ja", "da"];

/**
 * Chooses the widget's language when the page does not have the browser's language but the widget does.
 * @param preferred the browser's languages, best first
 * @param chosen whether the user chose the page's language
 * @returns undefined if the page's language is right
 */
export function widgetLanguage(preferred: readonly string[], chosen: boolean): string | undefined {
  if (chosen) return undefined;
  for (const each of preferred) {
    const language = each.toLowerCase().split("-")[0] ?? "";
    if (locales.some((locale) => locale === language)) return undefined;
    if (widgetLanguages.includes(language)) return language;
  }
  return undefined;
}
