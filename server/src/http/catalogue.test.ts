import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { loadTranslation, locales } from "@retro/contract/messages/catalogue";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const plural = /_(zero|one|two|few|many|other)$/;
const base = (key: string) => key.replace(plural, "");
const placeholders = (text: string) => [...new Set(text.match(/:[a-z][A-Za-z]*/g))].toSorted();

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ["node_modules", "dist", "messages"].includes(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) ? [readFileSync(path, "utf8")] : [];
  });
}

const catalogues = await Promise.all(
  locales.map(async (locale) => ({
    locale,
    texts: (await loadTranslation(locale)) as Record<string, string>,
  })),
);
const english = catalogues[0]?.texts ?? {};

describe.each(catalogues)("the catalogue in $locale", ({ locale, texts }) => {
  test("has every key that English has, and no other", () => {
    const keys = (of: Record<string, string>) => [...new Set(Object.keys(of).map(base))].toSorted();
    expect(keys(texts)).toEqual(keys(english));
  });

  test("has each plural in every form that the language knows", () => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
    const plurals = new Set(
      Object.keys(texts)
        .filter((key) => plural.test(key))
        .map(base),
    );
    for (const key of plurals)
      for (const form of forms) expect(Object.keys(texts)).toContain(`${key}_${form}`);
  });

  test("has the placeholders that English has", () => {
    for (const [key, text] of Object.entries(texts)) {
      const original = english[key] ?? english[`${base(key)}_other`] ?? "";
      expect([key, ...placeholders(text)]).toEqual([key, ...placeholders(original)]);
    }
  });

  test("has no empty text, no space at an end, and no straight three dots", () => {
    for (const [key, text] of Object.entries(texts)) {
      expect([key, text]).toEqual([key, text.trim()]);
      expect([key, text.length > 0]).toEqual([key, true]);
      expect([key, text.includes("...")]).toEqual([key, false]);
    }
  });
});

test("every key is used somewhere", () => {
  const code = ["contract/src", "rules/src", "server/src", "web/src"]
    .flatMap((folder) => sources(join(root, folder)))
    .join("\n");
  // Code composes some keys, such as `error.${code}`: every key with that prefix counts as used.
  const madeOf = [...code.matchAll(/`([a-z][A-Za-z.]*\.)\$\{/g)].map((match) => match[1] ?? "");
  const unused = [...new Set(Object.keys(english).map(base))].filter(
    (key) => !madeOf.some((start) => key.startsWith(start)) && !code.includes(`"${key}"`),
  );
  expect(unused).toEqual([]);
});

test("Russian counts: 1 голос, 2 голоса, 5 голосов", () => {
  const russian = catalogues.find(({ locale }) => locale === "ru")?.texts ?? {};
  const forms = new Intl.PluralRules("ru");
  const counted = (n: number) => russian[`exports.voteCount_${forms.select(n)}`]?.replace(":count", `${n}`);
  expect([1, 2, 5, 11, 21, 22, 25].map(counted)).toEqual([
    "1 голос",
    "2 голоса",
    "5 голосов",
    "11 голосов",
    "21 голос",
    "22 голоса",
    "25 голосов",
  ]);
});
