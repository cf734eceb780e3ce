import { expect, it } from "vitest";
import { widgetLanguage } from "./widgetLanguage.ts";

it.each([
  [["de-AT", "en"], false, "de"],
  [["ja"], false, "ja"],
  [["zh", "nl"], false, "nl"],
  [["ru", "de"], false, undefined],
  [["en-GB", "de"], false, undefined],
  [["de"], true, undefined],
  [["zh"], false, undefined],
  [[], false, undefined],
] as const)("for %j (chosen: %s) the widget's language is %s", (preferred, chosen, language) => {
  expect(widgetLanguage(preferred, chosen)).toBe(language);
});
