import { randomUUID } from "node:crypto";
import type { Template } from "@retro/contract/templates/template";
import { limits } from "@retro/contract/limits";
import { inLocale } from "@retro/contract/messages/catalogue";
import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import type { Locale } from "@retro/contract/messages/catalogue";
import { cutText, textLength } from "@retro/contract/text";
import type { Db, Deps } from "../../deps.ts";
import { fieldError } from "../../http/errors/app-error.ts";
import type { BuiltInTemplate, PlainSection } from "./built-in.ts";
import { builtInTemplates, findTemplateByTitle } from "./catalogue.ts";
import { addOwnUse, addUse, countOwn, findOwn, insertOwn, listOwn, readCounts } from "./store.ts";

export interface ResolvedTemplate {
  key: string;
  sections: PlainSection[];
  /** The steps of its boards' meetings; null: none are stored [F1]. */
  steps: MeetingStep[] | null;
}

const ownPrefix = "own:";
const ownImage = "own.svg";
const maxOwn = 50;

/** The built-in templates in the user's language, then the user's own, the latest first. */
export async function listTemplates(db: Db, userId: string, locale: Locale): Promise<Template[]> {
  const [counts, own] = [await readCounts(db), await listOwn(db, userId)];
  const builtIn = builtInTemplates.map(({ key, img, title, description }) => ({
    title: inLocale<string>(title, locale),
    description: inLocale<string>(description, locale),
    count: counts.get(key) ?? 0,
    img,
  }));
  return [
    ...builtIn,
    ...own.map(({ title, description, count }) => ({ title, description, count, img: ownImage })),
  ];
}

/**
 * Without a title the first of the catalogue (spec 3.11).
 * @throws AppError 422 on `template` for an unknown title
 */
export async function resolveTemplate(
  db: Db,
  userId: string,
  title: string | null,
  locale: Locale,
): Promise<ResolvedTemplate> {
  const first = builtInTemplates[0];
  if ((title === null || title === "") && first !== undefined) return inLanguage(first, locale);
  const found = await findTemplate(db, userId, title ?? "", locale);
  if (found === null) throw fieldError("template", "validation.template");
  return found;
}

/** The user's own, or built in, in either language; null for an unknown title. */
export async function findTemplate(
  db: Db,
  userId: string,
  title: string,
  locale: Locale,
): Promise<ResolvedTemplate | null> {
  // First, because a built-in template may have got the title later.
  const own = await findOwn(db, userId, title);
  if (own !== null) return { key: `${ownPrefix}${own.id}`, sections: own.sections, steps: own.steps };
  const builtIn = findTemplateByTitle(title);
  return builtIn === undefined ? null : inLanguage(builtIn, locale);
}

/** The title under which the list has a built-in template; any other title as it is. */
export function listedTitle(title: string, locale: Locale): string {
  const builtIn = findTemplateByTitle(title);
  return builtIn === undefined ? title : inLocale<string>(builtIn.title, locale);
}

function inLanguage({ key, sections }: BuiltInTemplate, locale: Locale): ResolvedTemplate {
  return {
    key,
    steps: null,
    sections: sections.map(({ title, style, holds }) => ({
      title: inLocale<string>(title, locale),
      style,
      ...(holds && { holds }),
    })),
  };
}

/** Counts a board made from a template, in that board's transaction. */
export async function countTemplateUse(db: Db, key: string): Promise<void> {
  if (key.startsWith(ownPrefix)) await addOwnUse(db, key.slice(ownPrefix.length));
  else await addUse(db, key);
}

/**
 * A title that is taken gets a number: `POST boards` names a template by its title.
 * @throws AppError 422 on `title` if the user has 50 own templates
 */
export async function saveOwnTemplate(
  deps: Pick<Deps, "clock">,
  db: Db,
  userId: string,
  input: { title: string; description: string; sections: PlainSection[]; steps?: string | null },
): Promise<Template> {
  if ((await countOwn(db, userId)) >= maxOwn) throw fieldError("title", "templates.tooMany", { max: maxOwn });
  const taken = new Set((await listOwn(db, userId)).map((own) => own.title));
  const title = freeTitle(input.title, (each) => taken.has(each) || findTemplateByTitle(each) !== undefined);
  await insertOwn(db, {
    id: randomUUID(),
    user_id: userId,
    title,
    description: input.description,
    sections: JSON.stringify(input.sections),
    steps: input.steps ?? null,
    count: 0,
    created_at: deps.clock(),
  });
  return { title, description: input.description, count: 0, img: ownImage };
}

function freeTitle(title: string, isTaken: (title: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : ` (${number})`;
    const room = limits.boardTitle - textLength(suffix);
    const candidate = `${cutText(title, room)}${suffix}`;
    if (!isTaken(candidate)) return candidate;
  }
}
