import { expect, test } from "vitest";
import { inLocale, loadTranslation, locales, pickLocale, toI18next } from "./catalogue.ts";

test.each([
  [undefined, "en"],
  ["", "en"],
  ["ru", "ru"],
  ["RU-ru", "ru"],
  ["ru-RU,ru;q=0.9,en;q=0.8", "ru"],
  ["en,ru", "en"],
  ["ru,en", "ru"],
  ["de,fr;q=0.9,ru;q=0.8", "ru"],
  ["en;q=0.5, ru;q=0.7", "ru"],
  ["en;q=0.7, ru;q=0.7", "en"],
  ["ru;q=0.3,en;q=0.2", "ru"],
  ["ru;q=0", "en"],
  ["ru;q=0,de", "en"],
  [",,ru", "ru"],
  [";q=1,ru;q=0.1", "ru"],
  ["ru; level=1; q=0.4, en;q=0.5", "en"],
  ["rude", "en"],
  ["*", "en"],
])("the languages %j give %s", (accepted, locale) => expect(pickLocale(accepted)).toBe(locale));

test("a text that is missing in a language is English", () => {
  expect(inLocale({ en: "board", ru: "доска" }, "ru")).toBe("доска");
  expect(inLocale({ en: "board" }, "ru")).toBe("board");
});

test("every language has texts; its placeholders are those of i18next", async () => {
  for (const locale of locales) {
    const texts = toI18next(await loadTranslation(locale));
    expect(texts["votes.remaining_other"]).toContain("{{count}}");
    expect(Object.values(texts).join(" ")).not.toMatch(/:[a-z][A-Za-z]*\b(?!\/)/);
  }
  expect(toI18next({ a: "at 12:30 :name said :x-y" } as never)).toEqual({
    a: "at 12:30 {{name}} said {{x}}-y",
  });
});
