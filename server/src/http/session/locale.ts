import type { FastifyInstance } from "fastify";
import { createInstance } from "i18next";
import { loadTranslation, locales, pickLocale, toI18next } from "@retro/contract/messages/catalogue";
import type { Locale, MessageKey } from "@retro/contract/messages/catalogue";

export type Translate = (key: MessageKey, params?: Record<string, string | number>) => string;

declare module "fastify" {
  interface FastifyRequest {
    readonly locale: Locale;
    /** For dates: the language of the texts, with the region that the browser names. */
    readonly dateLocale: string;
    readonly t: Translate;
  }
}

let loaded: Promise<Record<Locale, Translate>> | undefined;

export function loadTranslators(): Promise<Record<Locale, Translate>> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Record<Locale, Translate>> {
  const entries = await Promise.all(
    locales.map(async (locale) => [locale, await translator(locale)] as const),
  );
  return Object.fromEntries(entries) as Record<Locale, Translate>;
}

async function translator(locale: Locale): Promise<Translate> {
  const i18n = createInstance();
  const texts = async (tag: Locale) => ({ translation: toI18next(await loadTranslation(tag)) });
  await i18n.init({
    lng: locale,
    fallbackLng: locales[0],
    resources: { [locale]: await texts(locale), [locales[0]]: await texts(locales[0]) },
    // Keys are flat and contain dots, texts contain colons. Values need no escaping, because the answers are
    // JSON.
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  } as Parameters<typeof i18n.init>[0]);
  return (key, params) => i18n.t(key, params ?? {});
}

export function registerTranslations(app: FastifyInstance, translators: Record<Locale, Translate>): void {
  app.decorateRequest("locale", {
    getter() {
      return pickLocale(this.headers["accept-language"]);
    },
  });
  app.decorateRequest("dateLocale", {
    getter() {
      return withRegion(this.locale, this.headers["accept-language"]);
    },
  });
  app.decorateRequest("t", {
    getter() {
      return translators[this.locale];
    },
  });
}

function withRegion(locale: Locale, accepted = ""): string {
  const tags = accepted.split(",").map((part) => part.split(";")[0]?.trim() ?? "");
  const own = tags.find((tag) => tag.split("-")[0]?.toLowerCase() === locale);
  const region = /^[a-z]+-([a-z]{2})$/i.exec(own ?? "")?.[1];
  return region === undefined ? locale : `${locale}-${region.toUpperCase()}`;
}
