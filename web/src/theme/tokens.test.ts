import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { theme } from "./theme.ts";

type Variables = Map<string, string>;
const compact = (value: string) => value.replaceAll(/\s+/g, "").toLowerCase();

/** The variables of Material's names in each rule of the style sheet, by the last selector of the rule. */
function readTokens(): Map<string, Variables> {
  const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8").replaceAll(/\/\*[^]*?\*\//g, "");
  return new Map(
    Array.from(css.matchAll(/([^{}]+)\{([^}]*)\}/g), ([, selector = "", body = ""]) => [
      (selector.split(",").at(-1) ?? "").trim(),
      new Map(
        Array.from(body.matchAll(/(--r-[\w-]+):([^;]+);/g), ([, name = "", value = ""]) => [
          name,
          compact(value),
        ]),
      ),
    ]),
  );
}

/** The variables that the Material theme sets, in the same form. */
function readTheme(): Map<string, Variables> {
  const rules = new Map<string, Variables>();
  for (const sheet of theme.generateStyleSheets())
    for (const [selector, body] of Object.entries(sheet as Record<string, Record<string, unknown>>)) {
      const key = (selector.split(",").at(-1) ?? "").trim();
      const variables = rules.get(key) ?? new Map<string, string>();
      for (const [name, value] of Object.entries(body)) variables.set(name, compact(String(value)));
      rules.set(key, variables);
    }
  return rules;
}

it("the first view's colours equal those of the Material theme", () => {
  const inTheme = readTheme();
  const tokens = readTokens();
  expect([...tokens.keys()]).toEqual([
    ":root",
    '[data-theme="light"]',
    '[data-theme="dark"]',
    ":where(html)",
  ]);
  for (const [selector, variables] of tokens)
    for (const [name, value] of variables)
      expect(`${selector} ${name}: ${inTheme.get(selector)?.get(name) ?? "not in the theme"}`).toBe(
        `${selector} ${name}: ${value}`,
      );
});
