import { locales } from "@retro/contract/messages/catalogue";

const widgetLanguages = ["en", "de", "nl", "fr", "it", "pt", "es", "ca", "ja", "da"];

/** The browser's language if only the widget has it; undefined if the page's language is right. */
export function widgetLanguage(preferred: readonly string[], chosen: boolean): string | undefined {
  if (chosen) return undefined;
  for (const each of preferred) {
    const language = each.toLowerCase().split("-")[0] ?? "";
    if (locales.some((locale) => locale === language)) return undefined;
    if (widgetLanguages.includes(language)) return language;
  }
  return undefined;
}
