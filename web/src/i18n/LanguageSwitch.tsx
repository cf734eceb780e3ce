import { locales } from "@retro/contract/messages/catalogue";
import { styled } from "@mui/material/styles";
import { useState } from "react";
import { changeLocale } from "./i18n.ts";
import { useLocale, useT } from "./useT.ts";

const Group = styled("div")({ display: "flex" });
const Failure = styled("span")(({ theme }) => ({
  alignSelf: "center",
  color: theme.vars.palette.error.main,
}));
const LanguageButton = styled("button")(({ theme }) => ({
  position: "relative",
  isolation: "isolate",
  font: "inherit",
  color: theme.vars.palette.text.secondary,
  background: "none",
  border: 0,
  borderRadius: 6,
  padding: "4px 8px",
  minHeight: 28,
  cursor: "pointer",
  // On touch screens the button is tall. The selection mark stays as high as the text, or it would fill the footer.
  "&::before": { content: '""', position: "absolute", zIndex: -1, inset: 0, borderRadius: "inherit" },
  "&[aria-pressed=true]": { color: theme.vars.palette.text.primary },
  "&[aria-pressed=true]::before": { backgroundColor: theme.vars.palette.action.selected },
  "@media (pointer: coarse)": { minHeight: 44, minWidth: 44, "&::before": { insetBlock: 8 } },
}));

/** The name of a language in that language, with a capital letter. */
function nameOf(locale: string): string {
  const name = new Intl.DisplayNames([locale], { type: "language" }).of(locale) ?? locale;
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}

/** Lists the languages by their names in those languages. The choice is stored. */
export function LanguageSwitch() {
  const t = useT();
  const current = useLocale();
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <Group role="group" aria-label={t("shell.language")}>
      {locales.map((locale) => (
        <LanguageButton
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
        </LanguageButton>
      ))}
      {failed !== null && <Failure role="alert">{t("shell.languageFailed")}</Failure>}
    </Group>
  );
}
