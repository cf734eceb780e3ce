export interface BothLanguages {
  readonly en: string;
  readonly ru: string;
}

/** A section of a built-in template: its title, and the question that an empty section asks. */
export interface TemplateSectionTexts {
  readonly title: BothLanguages;
  readonly prompt: BothLanguages;
}

export function question(en: string, ru: string, promptEn: string, promptRu: string): TemplateSectionTexts {
  return { title: { en, ru }, prompt: { en: promptEn, ru: promptRu } };
}
