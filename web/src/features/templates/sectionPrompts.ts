import type { BothLanguages } from "@retro/contract/templates/template-section-texts";
import { templateSections } from "@retro/contract/templates/template-sections";
import type { TemplateKey } from "@retro/contract/templates/template-sections";
import { pictureParts } from "./pictureParts.ts";
import type { PicturePart } from "./pictureParts.ts";

const templates = Object.entries(templateSections) as [TemplateKey, (typeof templateSections)[TemplateKey]][];
/** Boards keep the titles with which they were made. */
const formerTitles: Partial<Record<string, string>> = {
  "что прошло хорошо": "получилось",
  "что улучшить": "улучшить",
  "плюс: что сработало": "плюсы: что сработало",
  "дельта: что изменить": "изменения: что сделать иначе",
};
const normalize = (title: string) => {
  const plain = title.trim().toLocaleLowerCase();
  return formerTitles[plain] ?? plain;
};
const hasTitle = ({ title }: { title: BothLanguages }, wanted: string) =>
  Object.values(title).some((each) => normalize(each) === wanted);

interface SectionPrompt {
  /** The question of the built-in section with this title; undefined for a section of the team's own. */
  question: BothLanguages | undefined;
  /** Of the section's template, else of the board's, else of own templates. */
  img: string;
  /** The whole picture if undefined. */
  part: PicturePart | undefined;
}

/**
 * Titles such as "Keep" are in several templates: the one that shares the most titles with the board decides.
 */
export function sectionPrompt(title: string, boardTitles: readonly string[]): SectionPrompt {
  const wanted = new Set(boardTitles.map(normalize));
  const shared = templates.map(([key, sections]) => ({
    key,
    sections,
    count: sections.filter((section) => [...wanted].some((each) => hasTitle(section, each))).length,
  }));
  const [best, ...others] = shared.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  if (best === undefined) return { question: undefined, img: "own.svg", part: undefined };
  for (const { key, sections } of [best, ...others])
    for (const [i, section] of sections.entries())
      if (hasTitle(section, normalize(title)))
        return { question: section.prompt, img: `${key}.svg`, part: pictureParts[key][i] };
  return { question: undefined, img: `${best.key}.svg`, part: undefined };
}
