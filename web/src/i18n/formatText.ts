import type { Locale, MessageKey, Translation } from "@retro/contract/messages/catalogue";

export type TextParams = Record<string, string | number>;

const pluralRules = new Map<Locale, Intl.PluralRules>();

function pluralForm(locale: Locale, count: number): Intl.LDMLPluralRule {
  let rules = pluralRules.get(locale);
  if (rules === undefined) {
    rules = new Intl.PluralRules(locale);
    pluralRules.set(locale, rules);
  }
  return rules.select(count);
}

/** Letters that are written from right to left, and the marks that direct them. */
const rightToLeft = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A name or a text inside a sentence, with its own direction, as in `<bdi>`: without it a right-to-left name takes
 * the punctuation and the numbers beside it along. Labels and announcements have no elements, so these are characters.
 */
function isolated(value: string | number): string {
  return typeof value === "string" && rightToLeft.test(value) ? `\u2068${value}\u2069` : String(value);
}

/** As i18next on the server: `count` chooses the plural form, a placeholder without a value becomes empty. */
export function formatText(
  texts: Partial<Translation>,
  locale: Locale,
  key: MessageKey,
  params: TextParams = {},
): string {
  const byKey = texts as Readonly<Record<string, string | undefined>>;
  const { count } = params;
  const plural =
    count === undefined
      ? undefined
      : (byKey[`${key}_${pluralForm(locale, Number(count))}`] ?? byKey[`${key}_other`]);
  const text = plural ?? byKey[key] ?? key;
  return text.replaceAll(/:([a-z][A-Za-z]*)/g, (_, name: string) => isolated(params[name] ?? ""));
}
