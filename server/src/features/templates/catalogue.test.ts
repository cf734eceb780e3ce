import { sectionStyle } from "@retro/contract/styles";
import { limits } from "@retro/contract/limits";
import { palette } from "@retro/contract/palette";
import { templateSections } from "@retro/contract/templates/template-sections";
import type { TemplateKey } from "@retro/contract/templates/template-sections";
import { textLength } from "@retro/contract/text";
import { describe, expect, test } from "vitest";
import { templateArt } from "./routes.ts";
import { builtInTemplates, findTemplateByTitle } from "./catalogue.ts";

const cyrillic = /[А-ЯЁа-яё]/;

/**
 * The names of an XML document's elements, in order. Throws for an unclosed element and for a broken
 * attribute.
 */
function elements(xml: string): string[] {
  const open: string[] = [];
  const seen: string[] = [];
  const rest = xml.replace(
    /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"<&]*")*)\s*(\/?)>\n?/g,
    (_, closes, name, __, empty) => {
      if (closes === "/") {
        if (open.pop() !== name) throw new Error(`</${name}> closes nothing`);
      } else {
        seen.push(name);
        if (empty === "") open.push(name);
      }
      if (open.length === 0 && seen.length > 1 && closes !== "/") throw new Error("More than one root");
      return "";
    },
  );
  if (rest !== "" || open.length > 0) throw new Error(`Left over: ${rest.slice(0, 80)} ${open.join()}`);
  return seen;
}

describe("the built-in templates", () => {
  test("start with the default, Went well / To improve / Actions", () => {
    expect(builtInTemplates[0]?.title.en).toBe("Went well / To improve / Actions");
    expect(builtInTemplates.length).toBeGreaterThanOrEqual(14);
  });

  test("have unique keys, and titles that are unique in both languages", () => {
    const titles = builtInTemplates.flatMap(({ title }) => [...new Set([title.en, title.ru])]);
    expect(new Set(titles).size).toBe(titles.length);
    expect(new Set(builtInTemplates.map(({ key }) => key)).size).toBe(builtInTemplates.length);
  });

  test("are found by their title in either language, letter for letter", () => {
    for (const template of builtInTemplates) {
      expect(findTemplateByTitle(template.title.en)).toBe(template);
      expect(findTemplateByTitle(template.title.ru)).toBe(template);
    }
    expect(findTemplateByTitle("Лин-кофе")?.title.ru).toBe("Lean Coffee");
    expect(findTemplateByTitle("sailboat")).toBeUndefined();
    expect(findTemplateByTitle("")).toBeUndefined();
  });

  test.each(builtInTemplates)("$key speaks both languages and keeps a board's limits", (template) => {
    expect(template.key).toMatch(/^[a-z]+(-[a-z]+)*$/);
    for (const { en, ru } of [template.description, ...template.sections.map(({ title }) => title)]) {
      expect(en).toMatch(/^[^А-ЯЁа-яё]+$/);
      expect(ru).toMatch(cyrillic);
    }
    for (const text of [...Object.values(template.title), ...Object.values(template.description)]) {
      expect(textLength(text)).toBeLessThanOrEqual(limits.boardDescription);
    }
    expect(template.sections.length).toBeGreaterThanOrEqual(2);
    expect(template.sections.length).toBeLessThanOrEqual(6);
  });

  test.each(builtInTemplates)("$key colours each section differently, out of the palette", ({ sections }) => {
    const styles = sections.map(({ style }) => sectionStyle.parse(style));
    for (const { self, item } of styles) {
      expect(palette).toContainEqual(
        expect.objectContaining({ tint: self?.backgroundColor, light: item?.backgroundColor }),
      );
    }
    expect(new Set(styles.map(({ self }) => self?.backgroundColor)).size).toBe(sections.length);
  });
});

test.each(builtInTemplates)("$key asks a short question in each section, in both languages", ({ key }) => {
  for (const { prompt } of templateSections[key as TemplateKey]) {
    expect(prompt.en).toMatch(/^[A-Z][^А-ЯЁа-яё]{5,36}\?$/);
    expect(prompt.ru).toMatch(/^[А-ЯЁ][^A-Za-z]{5,36}\?$/);
  }
});

describe("the pictures", () => {
  const files = builtInTemplates.flatMap(({ key, img }) => [img, `${key}.dark.svg`]);

  test.each(files)("%s is a small standalone SVG, without script, text or external resources", (file) => {
    const svg = templateArt(file);
    if (svg === null) throw new Error(`No picture ${file}`);
    expect(svg.length).toBeLessThan(6000);
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 320 180"/);
    const shapes = ["svg", "g", "clipPath", "path", "rect", "circle", "ellipse"];
    expect(shapes).toEqual(expect.arrayContaining([...new Set(elements(svg))]));
    expect(svg.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/href|https?:|data:|\son\w+=|style=/i);
    expect(svg).not.toMatch(/undefined|NaN|null/);
  });

  test("are all different, the dark from the light too", () => {
    expect(new Set(files.map(templateArt)).size).toBe(files.length);
  });

  test("are given for known names only", () => {
    for (const name of ["", "sailboat", "sailboat.png", "../sailboat.svg", "SAILBOAT.svg", "__proto__"]) {
      expect(templateArt(name)).toBeNull();
    }
  });
});
