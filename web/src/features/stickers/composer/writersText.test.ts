// @vitest-environment jsdom
import { beforeAll, expect, it } from "vitest";
import { changeLocale, startI18n, translate } from "../../../i18n/i18n.ts";
import { writersText } from "./writersText.ts";

beforeAll(() => startI18n());

it.each([
  ["en", ["Ann"], "Ann is writing"],
  ["en", ["Ann", "Ben"], "Ann and Ben are writing"],
  ["en", ["Ann", null], "Ann and 1 other are writing"],
  ["en", [null, "Ann", "Ben"], "Ann and 2 others are writing"],
  ["en", [null], "Someone is writing"],
  ["en", [null, null], "Someone is writing"],
  ["ru", ["Аня"], "Пишет Аня"],
  ["ru", ["Аня", "Боря"], "Пишут Аня и Боря"],
  ["ru", ["Аня", "Боря", null], "Пишут Аня и ещё 2 человека"],
  ["ru", ["Аня", ...Array.from({ length: 5 }, () => null)], "Пишут Аня и ещё 5 человек"],
  ["ru", [null], "Кто-то пишет"],
] as const)("[H7] in %s, of %j: %s", async (locale, names, text) => {
  await changeLocale(locale);
  expect(writersText(translate, names)).toBe(text);
});
