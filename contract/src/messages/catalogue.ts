import type { en } from "./en.ts";

type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";
type Base<K extends string> = K extends `${infer B}_${PluralForm}` ? B : K;
type PluralBase<K extends string> = K extends `${infer B}_${PluralForm}` ? B : never;
type EnKey = keyof typeof en;

/** A text's key, plural endings left out: what `t()` takes. */
export type MessageKey = Base<EnKey>;

/** A whole language: all plain keys, and for each plural key at least the form that every language has. */
export type Translation = Record<Exclude<EnKey, `${string}_${PluralForm}`>, string> &
  Record<`${PluralBase<EnKey>}_other`, string> &
  Partial<Record<`${PluralBase<EnKey>}_${PluralForm}`, string>>;

/** The languages there are, by tag, the first being the default. Adding one: `docs/languages.md`. */
export const locales = ["en", "ru"] as const;
export type Locale = (typeof locales)[number];

/** Texts per language outside the catalogue, such as templates and legal pages; English replaces a missing one. */
export type Localized<T> = Readonly<Partial<Record<Locale, T>> & { en: T }>;

/** What is written for a language, else the English of it. */
export function inLocale<T>(texts: Localized<T>, locale: Locale): T {
  return texts[locale] ?? texts.en;
}

/** Loads a language's texts; in the browser each language is a separate chunk. */
export const loadTranslation: Record<Locale, () => Promise<Translation>> = {
  en: async () => (await import("./en.ts")).en,
  ru: async () => (await import("./ru.ts")).ru,
};

/**
 * The catalogue's `:name` placeholders in the form that i18next reads, `{{name}}`.
 * A colon not followed by a letter (as in "12:30") is left alone.
 */
export function toI18next(translation: Translation): Record<string, string> {
  const out: Record<string, string> = {};
  for (const [key, value] of Object.entries(translation)) {
    if (value !== undefined) out[key] = value.replace(/:([a-z][A-Za-z]*)/g, "{{$1}}");
  }
  return out;
}

/**
 * The best of our languages for a browser's wishes (`Accept-Language`, or `navigator.languages` joined by commas).
 */
export function pickLocale(wishes: string | undefined): Locale {
  const ranked = (wishes ?? "")
    .split(",")
    .map((part, i) => {
      const [tag = "", ...params] = part.trim().toLowerCase().split(";");
      const q = params.map((p) => /^\s*q=([0-9.]+)$/.exec(p)?.[1]).find((v) => v !== undefined);
      return { tag: tag.split("-")[0] ?? "", q: q === undefined ? 1 : Number(q), i };
    })
    .filter((w) => w.tag !== "" && w.q > 0)
    .toSorted((a, b) => b.q - a.q || a.i - b.i);
  for (const wish of ranked) {
    const found = locales.find((l) => l === wish.tag);
    if (found) return found;
  }
  return locales[0];
}
