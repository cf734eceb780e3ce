import { locales, loadTranslation, pickLocale, toI18next } from "@retro/contract/messages/catalogue";
import type { Locale, MessageKey } from "@retro/contract/messages/catalogue";
import { createInstance } from "i18next";

/** The only i18next instance. Texts are flat keys. Each language is one chunk, fetched when it is first used. */
export const i18n = createInstance();

const storageKey = "locale";

function storedLocale(): Locale | undefined {
  try {
    const value = localStorage.getItem(storageKey);
    return locales.find((locale) => locale === value);
  } catch {
    // Access to the storage may be denied; then use the browser's language.
    return undefined;
  }
}

/** Whether the user chose the page's language; otherwise it follows the browser. */
export function hasChosenLocale(): boolean {
  return storedLocale() !== undefined;
}

/** The current language. */
export function currentLocale(): Locale {
  return locales.find((locale) => locale === i18n.language) ?? locales[0];
}

/**
 * Loads the language that the user chose, else the browser's. If its chunk cannot be fetched, the page starts in English.
 * @throws when the English chunk cannot be fetched either
 */
export async function startI18n(): Promise<void> {
  const preferred = storedLocale() ?? pickLocale(navigator.languages.join(","));
  const { locale: first, texts } = await loadTranslation[preferred]().then(
    (loaded) => ({ locale: preferred, texts: loaded }),
    async (error: unknown) => {
      console.error(`The texts of "${preferred}" could not be loaded.`, error);
      return { locale: "en" as const, texts: await loadTranslation.en() };
    },
  );
  await i18n.init({
    lng: first,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { [first]: { translation: toI18next(texts) } },
  });
  document.documentElement.lang = first;
}

/** Switches to another language and stores the choice (local storage, `locale`). */
export async function changeLocale(locale: Locale): Promise<void> {
  if (!i18n.hasResourceBundle(locale, "translation")) {
    i18n.addResourceBundle(locale, "translation", toI18next(await loadTranslation[locale]()));
  }
  await i18n.changeLanguage(locale);
  document.documentElement.lang = locale;
  try {
    localStorage.setItem(storageKey, locale);
  } catch {
    // Access to the storage may be denied; then the choice ends with the page.
  }
}

/** Caches texts without parameters: a board of a thousand stickers asks for the same few labels thousands of times. */
let cachedTexts = new Map<MessageKey, string>();
i18n.on("languageChanged", () => {
  cachedTexts = new Map();
});

/** Returns a text by key, outside of components. */
export function translate(key: MessageKey, params?: Record<string, string | number>): string {
  if (params !== undefined) return i18n.t(key, params);
  let text = cachedTexts.get(key);
  if (text === undefined) {
    text = i18n.t(key);
    if (i18n.exists(key)) cachedTexts.set(key, text);
  }
  return text;
}
