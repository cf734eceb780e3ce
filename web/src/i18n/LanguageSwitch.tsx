import "./language-switch.css";
import { locales } from "@retro/contract/messages/catalogue";
import { useState } from "react";
import { changeLocale } from "./i18n.ts";
import { useLocale, useT } from "./useT.ts";

function nameOf(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

export function LanguageSwitch() {
  const t = useT();
  const current = useLocale();
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <div className="languages" role="group" aria-label={t("shell.language")}>
      {locales.map((locale) => (
        <button
          className="language"
          key={locale}
          type="button"
          lang={locale}
          aria-pressed={locale === current}
          onClick={() => {
            changeLocale(locale).then(
              () => setFailed(null),
              (error: unknown) => {
                console.error(`The texts of "${locale}" could not be loaded.`, error);
                setFailed(locale);
              },
            );
          }}
        >
          {nameOf(locale)}
        </button>
      ))}
      {failed !== null && (
        <span className="language-failure" role="alert">
          {t("shell.languageFailed")}
        </span>
      )}
    </div>
  );
}
