import type { BuiltInTemplate } from "./built-in.ts";
import { classics } from "./catalogue-classics.ts";
import { practices } from "./catalogue-practices.ts";
import { stories } from "./catalogue-stories.ts";

/** Every built-in template, in the order of the list; the first is the default (spec 3.11). */
export const builtInTemplates: readonly BuiltInTemplate[] = [...classics, ...practices, ...stories];

const byTitle = new Map(
  builtInTemplates.flatMap((template) => [
    [template.title.en, template],
    [template.title.ru, template],
  ]),
);

/**
 * The built-in template with exactly this title, in either language.
 */
export function findTemplateByTitle(title: string): BuiltInTemplate | undefined {
  return byTitle.get(title);
}
