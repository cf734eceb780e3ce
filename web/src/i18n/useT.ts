import type { Locale, MessageKey } from "@retro/contract/messages/catalogue";
import { useSyncExternalStore } from "react";
import type { TextParams } from "./formatText.ts";
import { currentLocale, onLocaleChange, translate } from "./i18n.ts";

/** Texts by key with `:name` parameters; `count` chooses the plural form. */
export type Translate = (key: MessageKey, params?: TextParams) => string;

/** The current language; the component renders again when it changes. */
export function useLocale(): Locale {
  return useSyncExternalStore(onLocaleChange, currentLocale);
}

const byLocale = new Map<Locale, Translate>();

/** Returns the text function of the current language. The function changes only with the language, so hooks may depend on it. */
export function useT(): Translate {
  const locale = useLocale();
  let t = byLocale.get(locale);
  if (t === undefined) {
    t = (key, params) => translate(key, params);
    byLocale.set(locale, t);
  }
  return t;
}
