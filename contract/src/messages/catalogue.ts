import type { en } from "./en.ts";

type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";
type Base<K extends string> = K extends `${infer B}_${PluralForm}` ? B : K;
type PluralBase<K extends string> = K extends `${infer B}_${PluralForm}` ? B : never;
type EnKey = keyof typeof en;

/** The key of a text, without plural endings, as `t()` takes it. */
export type MessageKey = Base<EnKey>;

/**
 * All texts of a language: every plain key, and for each plural key at least the form `other`, which every
 * language has.
 */
export type Translation = Record<Exclude<EnKey, `${string}_${PluralForm}`>, string> &
  Record<`${PluralBase<EnKey>}_other`, string> &
  Partial<Record<`${PluralBase<EnKey>}_${PluralForm}`, string>>;

/** The tags of the languages; the first is the default. docs/languages.md says how to add one. */
export const locales = ["en", "ru"] as const;
export type Locale = (typeof locales)[number];

/**
 * Texts per language outside the catalogue, such as templates and legal pages; English replaces a missing
 * one.
 */
export type Localized<T> = Readonly<Partial<Record<Locale, T>> & { en: T }>;

/** The value for a language, or the English one if it is missing. */
export function inLocale<T>(texts: Localized<T>, locale: Locale): T {
  return texts[locale] ?? texts.en;
}

/** Loads the texts of a language; in the browser each language is a separate chunk. */
export const loadTranslation: Record<Locale, () => Promise<Translation>> = {
  en: async () => (await import("./en.ts")).en,
  ru: async () => (await import("./ru.ts")).ru,
};

/**
 * Turns the catalogue's placeholders `:name` into those of i18next, `{{name}}`. A colon without a small
 * letter after it, as in "12:30", does not change.
 */
export function toI18next(translation: Translation): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [key, value] of Object.entries(translation)) {
    if (value !== undefined) out[key] = value.replace(/:([a-z][A-Za-z]*)/g, "{{$1}}");
  }
  return out;
}

/**
 * The product's language that a browser prefers (spec 10.2).
 * @param accepted the header `Accept-Language`, or `navigator.languages` joined by commas
 * @returns English if no language matches
 */
export function pickLocale(accepted: string | undefined): Locale {
  const ranked = (accepted ?? "")
    .split(",")
    .map((part, i) => {
      const [tag = "", ...params] = part.trim().toLowerCase().split(";");
      const q = params.map((p) => /^\s*q=([0-9.]+)$/.exec(p)?.[1]).find((v) => v !== undefined);
      return { tag: tag.split("-")[0] ?? "", q: q === undefined ? 1 : Number(q), i };
    })
    .filter((w) => w.tag !== "" && w.q > 0)
    .toSorted((a, b) => b.q - a.q || a.i - b.i);
  for (const { tag } of ranked) {
    const found = locales.find((locale) => locale === tag);
    if (found) return found;
  }
  return locales[0];
}
