import {
  locales,
  loadFirstViewTexts,
  loadLaterTexts,
  loadTranslation,
  pickLocale,
} from "@retro/contract/messages/catalogue";
import type { Locale, MessageKey, Translation } from "@retro/contract/messages/catalogue";
import { formatText, type TextParams } from "./formatText.ts";
import { recall, remember } from "../device/deviceMemory.ts";

const fetchedTexts = new Map<Locale, Partial<Translation>>();
/** The languages whose texts are all here. */
const complete = new Set<Locale>();
const listeners = new Set<() => void>();

export function onLocaleChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A board of a thousand stickers asks for the same few labels thousands of times. */
let cachedTexts = new Map<string, string>();

const maxCachedTexts = 2000;

function addTexts(locale: Locale, texts: Partial<Translation>): void {
  fetchedTexts.set(locale, { ...fetchedTexts.get(locale), ...texts });
  cachedTexts = new Map();
}

function setLocale(locale: Locale): void {
  cachedTexts = new Map();
  current = locale;
  document.documentElement.lang = locale;
  for (const listener of listeners) listener();
}

function storedLocale(): Locale | undefined {
  const value = recall("locale");
  return locales.find((locale) => locale === value);
}

const preferredLocale = () => storedLocale() ?? pickLocale(navigator.languages.join(","));

/** Known before its texts: the first requests name it. */
let current = preferredLocale();

export function hasChosenLocale(): boolean {
  return storedLocale() !== undefined;
}

export function currentLocale(): Locale {
  return current;
}

/**
 * Fetches the texts of the first view. If the chosen language cannot be fetched, the page starts in English.
 * @throws when that fails, too
 */
export async function startI18n(): Promise<void> {
  let locale = preferredLocale();
  try {
    addTexts(locale, await loadFirstViewTexts[locale]());
  } catch (error) {
    console.error(`The texts of "${locale}" could not be loaded.`, error);
    locale = "en";
    addTexts(locale, await loadFirstViewTexts[locale]());
  }
  setLocale(locale);
}

/** Fetches the texts that the first view does not show. @throws when they cannot be fetched */
export async function fetchLaterTexts(): Promise<void> {
  const locale = current;
  if (complete.has(locale)) return;
  const texts = await loadLaterTexts[locale]();
  // Parts that load at the same time wait for the same texts.
  if (complete.has(locale)) return;
  addTexts(locale, texts);
  complete.add(locale);
}

export async function changeLocale(locale: Locale): Promise<void> {
  if (!complete.has(locale)) addTexts(locale, await loadTranslation(locale));
  complete.add(locale);
  setLocale(locale);
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
