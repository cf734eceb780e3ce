import { locales, loadTranslation, pickLocale } from "@retro/contract/messages/catalogue";
import type { Locale, MessageKey, Translation } from "@retro/contract/messages/catalogue";
import { formatText, type TextParams } from "./formatText.ts";
import { recall, remember } from "../device/deviceMemory.ts";

const fetchedTexts = new Map<Locale, Translation>();
let current: Locale = locales[0];
const listeners = new Set<() => void>();

export function onLocaleChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A board of a thousand stickers asks for the same few labels thousands of times. */
let cachedTexts = new Map<string, string>();

const maxCachedTexts = 2000;

function setLocale(locale: Locale, texts: Translation): void {
  fetchedTexts.set(locale, texts);
  cachedTexts = new Map();
  current = locale;
  document.documentElement.lang = locale;
  for (const listener of listeners) listener();
}

function storedLocale(): Locale | undefined {
  const value = recall("locale");
  return locales.find((locale) => locale === value);
}

export function hasChosenLocale(): boolean {
  return storedLocale() !== undefined;
}

export function currentLocale(): Locale {
  return current;
}

/** If the chosen language cannot be fetched, the page starts in English. @throws when that fails, too */
export async function startI18n(): Promise<void> {
  const preferred = storedLocale() ?? pickLocale(navigator.languages.join(","));
  const { locale: first, texts } = await loadTranslation[preferred]().then(
    (loaded) => ({ locale: preferred, texts: loaded }),
    async (error: unknown) => {
      console.error(`The texts of "${preferred}" could not be loaded.`, error);
      return { locale: "en" as const, texts: await loadTranslation.en() };
    },
  );
  setLocale(first, texts);
}

export async function changeLocale(locale: Locale): Promise<void> {
  setLocale(locale, fetchedTexts.get(locale) ?? (await loadTranslation[locale]()));
  remember("locale", locale);
}

export function translate(key: MessageKey, params?: TextParams): string {
  const texts = fetchedTexts.get(current);
  if (texts === undefined) return key;
  const cacheKey = params === undefined ? key : `${key} ${params["count"]}`;
  if (params !== undefined && Object.keys(params).some((name) => name !== "count"))
    return formatText(texts, current, key, params);
  let text = cachedTexts.get(cacheKey);
  if (text === undefined) {
    text = formatText(texts, current, key, params);
    if (cachedTexts.size >= maxCachedTexts) cachedTexts.clear();
    cachedTexts.set(cacheKey, text);
  }
  return text;
}
