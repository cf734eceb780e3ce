import type { SectionHolds } from "@retro/contract/items";
import type { SectionStyle } from "@retro/contract/styles";
import { paletteColor } from "@retro/contract/palette";
import type { PaletteKey } from "@retro/contract/palette";
import type { BothLanguages, TemplateSectionTexts } from "@retro/contract/templates/template-section-texts";
import { templateSections } from "@retro/contract/templates/template-sections";
import type { TemplateKey } from "@retro/contract/templates/template-sections";

export interface TemplateSection {
  readonly title: BothLanguages;
  readonly style: SectionStyle;
  readonly holds?: SectionHolds | undefined;
}

export interface PlainSection {
  title: string;
  style: SectionStyle;
  holds?: SectionHolds;
}

export interface BuiltInTemplate {
  /** In kebab case. It never changes: counts of use are stored under it. */
  readonly key: string;
  readonly img: string;
  /** Unique among all templates and languages: `POST boards` names a template by it (spec 3.11). */
  readonly title: BothLanguages;
  readonly description: BothLanguages;
  readonly sections: readonly TemplateSection[];
}

function section({ title, holds }: TemplateSectionTexts, color: PaletteKey): TemplateSection {
  const { light, tint } = paletteColor(color);
  return { title, style: { self: { backgroundColor: tint }, item: { backgroundColor: light } }, holds };
}

export function template(
  key: TemplateKey,
  title: BothLanguages,
  description: BothLanguages,
  colors: readonly PaletteKey[],
): BuiltInTemplate {
  const sections = templateSections[key].map((texts, i) => {
    const color = colors[i];
    if (color === undefined) throw new Error(`Template ${key} has no colour for its section ${i + 1}`);
    return section(texts, color);
  });
  return { key, img: `${key}.svg`, title, description, sections };
}
