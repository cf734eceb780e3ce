import type { SectionHolds } from "../items.ts";

export interface BothLanguages {
  readonly en: string;
  readonly ru: string;
}

/** A section of a built-in template: its title, the question that it asks while it is empty, and what it holds [D6]. */
export interface TemplateSectionTexts {
  readonly title: BothLanguages;
  readonly prompt: BothLanguages;
  readonly holds?: SectionHolds;
}

export function question(en: string, ru: string, promptEn: string, promptRu: string): TemplateSectionTexts {
  return { title: { en, ru }, prompt: { en: promptEn, ru: promptRu } };
}
