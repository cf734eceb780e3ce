import { loadTranslation } from "@retro/contract/messages/catalogue";
import { expect, test } from "vitest";
import { defaultInputMethod } from "./topics.ts";

test("help begins with touch at a width of 760 or less, else with the mouse", () => {
  expect([360, 760, 761, 1440].map(defaultInputMethod)).toEqual(["touch", "touch", "mouse", "mouse"]);
});

test.each([
  ["English", "en", /“([^”:]+)”/g],
  ["Russian", "ru", /«([^»:]+)»/g],
] as const)("the %s help quotes controls by the names that they have", async (_language, locale, quotes) => {
  const texts = await loadTranslation(locale);
  const help = Object.entries<string>(texts).filter(([key]) => key.startsWith("help."));
  const names = new Set(
    Object.entries<string>(texts).flatMap(([key, text]) => (key.startsWith("help.") ? [] : [text])),
  );
  const quoted = help.flatMap(([key, text]) => [...text.matchAll(quotes)].map(([, name]) => ({ key, name })));
  expect(quoted.length).toBeGreaterThan(3);
  expect(quoted.filter(({ name }) => !names.has(name ?? ""))).toEqual([]);
});
