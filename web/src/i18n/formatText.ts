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

/** As i18next on the server: `count` chooses the plural form, a placeholder without a value becomes empty. */
export function formatText(
  texts: Translation,
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
  return text.replaceAll(/:([a-z][A-Za-z]*)/g, (_, name: string) => String(params[name] ?? ""));
}
