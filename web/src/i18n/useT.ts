import type { Locale, MessageKey } from "@retro/contract/messages/catalogue";
import { createContext, createElement, use, useSyncExternalStore, type ReactNode } from "react";
import type { TextParams } from "./formatText.ts";
import { currentLocale, onLocaleChange, translate } from "./i18n.ts";

export type Translate = (key: MessageKey, params?: TextParams) => string;

const LocaleContext = createContext<Locale | null>(null);

/** One subscription for the page: a board has thousands of components with texts. */
export function LocaleProvider({ children }: { children: ReactNode }): ReactNode {
  const locale = useSyncExternalStore(onLocaleChange, currentLocale);
  return createElement(LocaleContext, { value: locale }, children);
}

export function useLocale(): Locale {
  return use(LocaleContext) ?? currentLocale();
}

const byLocale = new Map<Locale, Translate>();

/** Changes only with the language, so hooks may depend on it. */
export function useT(): Translate {
  const locale = useLocale();
  let t = byLocale.get(locale);
  if (t === undefined) {
    t = (key, params) => translate(key, params);
    byLocale.set(locale, t);
  }
  return t;
}
