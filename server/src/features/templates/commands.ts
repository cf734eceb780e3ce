import type { SectionStyle } from "@retro/contract/entities";
import type { Locale } from "@retro/contract/messages/catalogue";
import type { Db } from "../../deps.ts";
import { fieldError } from "../../http/app-error.ts";
import { builtInTemplates, findTemplateByTitle } from "./catalogue.ts";
import { addUse } from "./store.ts";

/** What a board is made from. */
export interface ResolvedTemplate {
  key: string;
  sections: { title: string; style: SectionStyle }[];
}

/**
 * The template with this title, in either language; the first one when none is named.
 * @throws AppError 422 on `template` when there is no such one
 */
export async function resolveTemplate(_db: Db, _userId: string, title: string | null, locale: Locale): Promise<ResolvedTemplate> {
  const template = title === null || title === "" ? builtInTemplates[0] : findTemplateByTitle(title);
  if (!template) throw fieldError("template", "validation.template");
  return { key: template.key, sections: template.sections.map(({ title: names, style }) => ({ title: names[locale], style })) };
}

/** Counts a board made from a template. */
export async function countTemplateUse(db: Db, key: string): Promise<void> {
  await addUse(db, key);
}
