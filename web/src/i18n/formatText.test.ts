import { loadTranslation, locales, toI18next } from "@retro/contract/messages/catalogue";
import type { MessageKey } from "@retro/contract/messages/catalogue";
import { createInstance } from "i18next";
import { expect, test } from "vitest";
import { formatText } from "./formatText.ts";

const counts = [0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 100, 101, 111, 1.5];

test.each(locales)("every text of %s is as i18next would give it, in every plural form", async (locale) => {
  const texts = await loadTranslation(locale);
  const oracle = createInstance();
  await oracle.init({
    lng: locale,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    resources: { [locale]: { translation: toI18next(texts) } },
  });
  const keys = new Set(Object.keys(texts).map((key) => key.replace(/_(?:zero|one|two|few|many|other)$/, "")));
  for (const key of keys) {
    const names = [...JSON.stringify(texts).matchAll(/:([a-z][A-Za-z]*)/g)].map(([, name]) => name ?? "");
    const params = Object.fromEntries(names.map((name) => [name, `<${name}>`]));
    for (const count of counts)
      expect(formatText(texts, locale, key as MessageKey, { ...params, count })).toBe(
        oracle.t(key, { ...params, count }),
      );
  }
});

test("a value with a placeholder, or with the syntax of replacements, is shown as it is", async () => {
  const texts = await loadTranslation("en");
  expect(
    formatText(texts, "en", "stickers.author", { name: ":name $& $t(common.close) {{name}}" }),
  ).toContain(":name $& $t(common.close) {{name}}");
});

test("a placeholder without a value is empty, and a key without a text is shown itself", async () => {
  const texts = await loadTranslation("en");
  expect(formatText(texts, "en", "stickers.author")).not.toContain(":name");
  expect(formatText(texts, "en", "no.such.key" as MessageKey)).toBe("no.such.key");
});

test("a right-to-left name keeps its own direction inside a sentence, and others stay as they are", async () => {
  const texts = await loadTranslation("en");
  const moved = (person: string) => formatText(texts, "en", "meeting.moved", { person, name: "Vote" });
  expect(moved("\u05D3\u05E0\u05D4 (2)")).toBe("\u2068\u05D3\u05E0\u05D4 (2)\u2069 moved to “Vote”");
  expect(moved("Anna")).toBe("Anna moved to “Vote”");
});
