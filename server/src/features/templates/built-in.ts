import type { SectionStyle } from "@retro/contract/entities";
import { paletteColor } from "@retro/contract/palette";
import type { PaletteKey } from "@retro/contract/palette";

/** A text in both languages of the product. */
export interface BothLanguages {
  readonly en: string;
  readonly ru: string;
}

export interface TemplateSection {
  readonly title: BothLanguages;
  readonly style: SectionStyle;
}

/** A section in one language, as a board is made with it. */
export interface PlainSection {
  title: string;
  style: SectionStyle;
}

/** A board template that ships with the product. */
export interface BuiltInTemplate {
  /** Stable name, kebab-case: counts of use hang on it, so it never changes. */
  readonly key: string;
  /** File name of its picture, `<key>.svg`; `<key>.dark.svg` is the one for the dark theme. */
  readonly img: string;
  /** Unique over all templates and both languages: `POST boards` names a template by it. */
  readonly title: BothLanguages;
  readonly description: BothLanguages;
  readonly sections: readonly TemplateSection[];
}

/** A section in one colour of the palette: its ground in the tint, its stickers in the full colour. */
export function section(color: PaletteKey, en: string, ru: string): TemplateSection {
  const { light, tint } = paletteColor(color);
  return { title: { en, ru }, style: { self: { backgroundColor: tint }, item: { backgroundColor: light } } };
}

/** A template whose picture is named after its key. */
export function template(
  key: string,
  title: BothLanguages,
  description: BothLanguages,
  sections: readonly TemplateSection[],
): BuiltInTemplate {
  return { key, img: `${key}.svg`, title, description, sections };
}
