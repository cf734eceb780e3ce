import { locales } from "@retro/contract/messages/catalogue";

/** The languages that the widget itself speaks (spec 9.12). */
const widgetLanguages = ["en", "de", "nl", "fr", "it", "pt", "es", "ca", "ja", "da"];

/**
 * The language for the widget's own texts when the page does not speak the browser's language but the widget does.
 * @param wishes the browser's languages, best first
 * @param chosen whether the user chose the page's language
 * @returns undefined when the page's language serves
 */
export function widgetLanguage(wishes: readonly string[], chosen: boolean): string | undefined {
  if (chosen) return undefined;
  for (const wish of wishes) {
    const language = wish.toLowerCase().split("-")[0] ?? "";
    if (locales.some((locale) => locale === language)) return undefined;
    if (widgetLanguages.includes(language)) return language;
  }
  return undefined;
}
