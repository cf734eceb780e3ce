import type { BuiltInTemplate } from "./built-in.ts";
import { classics } from "./catalogue-classics.ts";
import { practices } from "./catalogue-practices.ts";
import { stories } from "./catalogue-stories.ts";

/** Every template that ships with the product, in the order they are offered; the first is the default. */
export const builtInTemplates: readonly BuiltInTemplate[] = [...classics, ...practices, ...stories];

const byTitle = new Map(
  builtInTemplates.flatMap((template) => [
    [template.title.en, template],
    [template.title.ru, template],
  ]),
);

/**
 * The template with that title, letter for letter, in either language; undefined when there is none
 * (`POST boards`: an unknown template is 422).
 */
export function findTemplateByTitle(title: string): BuiltInTemplate | undefined {
  return byTitle.get(title);
}
