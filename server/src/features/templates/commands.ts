import { randomUUID } from "node:crypto";
import type { Template } from "@retro/contract/entities";
import { limits } from "@retro/contract/limits";
import { inLocale } from "@retro/contract/messages/catalogue";
import type { Locale } from "@retro/contract/messages/catalogue";
import { textLength } from "@retro/contract/text";
import type { Db, Deps } from "../../deps.ts";
import { fieldError } from "../../http/app-error.ts";
import type { PlainSection } from "./built-in.ts";
import { builtInTemplates, findTemplateByTitle } from "./catalogue.ts";
import { addOwnUse, addUse, countOwn, findOwn, insertOwn, listOwn, readCounts } from "./store.ts";

/** What a board is made from. */
export interface ResolvedTemplate {
  key: string;
  sections: PlainSection[];
}

const ownPrefix = "own:";
const ownImage = "own.svg";
/** Own templates a user may keep. */
const maxOwn = 50;

/** All templates as the asker sees them: the built-in ones in their language, then their own, the latest first. */
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
 * The template with this title, in either language, or else the user's own one; the first one when none is named.
 * @throws AppError 422 on `template` when there is no such one
 */
export async function resolveTemplate(
  db: Db,
  userId: string,
  title: string | null,
  locale: Locale,
): Promise<ResolvedTemplate> {
  const builtIn = title === null || title === "" ? builtInTemplates[0] : findTemplateByTitle(title);
  if (builtIn !== undefined) {
    const sections = builtIn.sections.map(({ title: names, style }) => ({
      title: inLocale<string>(names, locale),
      style,
    }));
    return { key: builtIn.key, sections };
  }
  const own = await findOwn(db, userId, title ?? "");
  if (own === null) throw fieldError("template", "validation.template");
  return { key: `${ownPrefix}${own.id}`, sections: own.sections };
}

/** Counts a board made from a template, in that board's transaction. */
export async function countTemplateUse(db: Db, key: string): Promise<void> {
  if (key.startsWith(ownPrefix)) await addOwnUse(db, key.slice(ownPrefix.length));
  else await addUse(db, key);
}

/**
 * "Save as my template": keeps a board's sections under a title, for this user only. A title that is taken, by a built-in template or
 * by one of their own, gets a number behind it, since `POST boards` names a template by its title.
 * @throws AppError 422 on `title` when the user has 50 already
 */
export async function saveOwnTemplate(
  deps: Pick<Deps, "clock">,
  db: Db,
  userId: string,
  wish: { title: string; description: string; sections: PlainSection[] },
): Promise<Template> {
  if ((await countOwn(db, userId)) >= maxOwn) throw fieldError("title", "templates.tooMany", { max: maxOwn });
  const taken = new Set((await listOwn(db, userId)).map((own) => own.title));
  const title = freeTitle(wish.title, (each) => taken.has(each) || findTemplateByTitle(each) !== undefined);
  await insertOwn(db, {
    id: randomUUID(),
    user_id: userId,
    title,
    description: wish.description,
    sections: JSON.stringify(wish.sections),
    count: 0,
    created_at: deps.clock(),
  });
  return { title, description: wish.description, count: 0, img: ownImage };
}

function freeTitle(title: string, isTaken: (title: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : ` (${number})`;
    const room = limits.boardTitle - textLength(suffix);
    const candidate = `${[...title].slice(0, room).join("")}${suffix}`;
    if (!isTaken(candidate)) return candidate;
  }
}
