import type { BuiltInTemplate } from "./built-in.ts";
import { classics } from "./catalogue-classics.ts";
import { practices } from "./catalogue-practices.ts";
import { stories } from "./catalogue-stories.ts";

/** Every built-in template, in the order of the list; the first is the default (spec 3.11). */
export const builtInTemplates: readonly BuiltInTemplate[] = [...classics, ...practices, ...stories];

/** Former titles of templates, which clients and the stored values of spaces still contain. */
const formerTitles: Partial<Record<string, readonly string[]>> = {
  "went-well": ["Хорошо / Улучшить / Действия"],
  "four-ls": ["Четыре L"],
  "plus-delta": ["Плюс / Дельта"],
  "lean-coffee": ["Лин-кофе"],
};

const byTitle = new Map(
  builtInTemplates.flatMap((template) =>
    [template.title.en, template.title.ru, ...(formerTitles[template.key] ?? [])].map(
      (title) => [title, template] as const,
    ),
  ),
);

/**
 * The built-in template with exactly this title, present or former, in either language.
 */
export function findTemplateByTitle(title: string): BuiltInTemplate | undefined {
  return byTitle.get(title);
}
