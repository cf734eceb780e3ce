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

/** A section in one language. */
export interface PlainSection {
  title: string;
  style: SectionStyle;
}

/** A board template that ships with the product. */
export interface BuiltInTemplate {
  /** In kebab case. It never changes: counts of use are stored under it. */
  readonly key: string;
  /** File name of its picture, `<key>.svg`; `<key>.dark.svg` is for the dark theme. */
  readonly img: string;
  /** Unique among all templates and languages: `POST boards` names a template by it (spec 3.11). */
  readonly title: BothLanguages;
  readonly description: BothLanguages;
  readonly sections: readonly TemplateSection[];
}

/** A section in one colour of the palette: its background in the tint, its stickers in the full colour. */
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
