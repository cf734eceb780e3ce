import type { texts as firstView } from "./first-view/en.ts";
import type { texts as later } from "./later/en.ts";

type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";
type Base<K extends string> = K extends `${infer B}_${PluralForm}` ? B : K;
type PluralBase<K extends string> = K extends `${infer B}_${PluralForm}` ? B : never;
/** Every plain key, and for each plural key at least the form `other`, which every language has. */
type Texts<K extends string> = Record<Exclude<K, `${string}_${PluralForm}`>, string> &
  Record<`${PluralBase<K>}_other`, string> &
  Partial<Record<`${PluralBase<K>}_${PluralForm}`, string>>;

/** The key of a text, without plural endings, as `t()` takes it. */
export type MessageKey = Base<keyof typeof firstView | keyof typeof later>;

export type FirstViewTexts = Texts<keyof typeof firstView>;
export type LaterTexts = Texts<keyof typeof later>;
/** All texts of a language. */
export type Translation = FirstViewTexts & LaterTexts;

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

/** Loads the texts of a language that a first view can show; in the browser they are a chunk. */
export const loadFirstViewTexts: Record<Locale, () => Promise<FirstViewTexts>> = {
  en: async () => (await import("./first-view/en.ts")).texts,
  ru: async () => (await import("./first-view/ru.ts")).texts,
};

/** Loads the other texts of a language; in the browser they are another chunk. */
export const loadLaterTexts: Record<Locale, () => Promise<LaterTexts>> = {
  en: async () => (await import("./later/en.ts")).texts,
  ru: async () => (await import("./later/ru.ts")).texts,
};

export async function loadTranslation(locale: Locale): Promise<Translation> {
  const [first, later] = await Promise.all([loadFirstViewTexts[locale](), loadLaterTexts[locale]()]);
  return { ...first, ...later };
}

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
