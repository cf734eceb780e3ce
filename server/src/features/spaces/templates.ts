import { randomUUID } from "node:crypto";
import type { Locale } from "@retro/contract/messages/catalogue";
import type { MeetingStep } from "@retro/contract/facilitation/meeting";
import { limits } from "@retro/contract/limits";
import type { SaveSpaceTemplate, SpaceTemplate } from "@retro/contract/templates/space-templates";
import type { CreateSpaceBoard, SpaceDefaults } from "@retro/contract/spaces/spaces";
import { mayManageBoard } from "@retro/rules/permissions";
import { nextStepsOf } from "../../board/parts/board-row.ts";
import { openBoard } from "../../board/turn/board-access.ts";
import type { Caller } from "../../board/turn/caller.ts";
import { announceToSpace } from "../../board/turn/space-events.ts";
import type { Db, Deps } from "../../deps.ts";
import { fieldError, notFound, requireAllowed } from "../../http/errors/app-error.ts";
import { sectionDesigns } from "../stickers/sections.ts";
import type { PlainSection } from "../templates/built-in.ts";
import { countTemplateUse, findTemplate, resolveTemplate } from "../templates/commands.ts";
import { requireHeldSpace, requireSpace } from "./require-space.ts";
import * as store from "./template-store.ts";

/** The templates of a space, the latest first [G10]. @throws AppError 404 for an unknown key */
export async function listSpaceTemplates(
  deps: Pick<Deps, "database">,
  key: string,
): Promise<SpaceTemplate[]> {
  const { id } = await requireSpace(deps.database.db, key);
  const rows = await store.listTemplates(deps.database.db, id);
  return rows.map(({ sections, created_at, ...row }) => ({
    ...row,
    sections: (JSON.parse(sections) as PlainSection[]).map(({ title }) => title),
    created_at: new Date(created_at).toISOString(),
  }));
}

/**
 * Titles and styles of a board's sections and the steps of its meeting, never stickers [G10].
 * @throws AppError 404, 403 `board_locked` or `passphrase_required`, 422 on `title` at 50 templates
 */
export async function saveTemplate(
  deps: Deps,
  key: string,
  { board_id, title }: SaveSpaceTemplate,
  caller: Caller,
): Promise<string> {
  const template = { id: randomUUID(), title, description: "", created_at: deps.clock() };
  const spaceId = await deps.database.transaction(async (db) => {
    const { id } = await requireSpace(db, key);
    const board = await openBoard(db, board_id, caller.userId);
    if (board.space_id !== id) throw notFound();
    requireAllowed(mayManageBoard(board, caller.userId));
    await requireHeldSpace(db, key);
    const max = limits.spaceTemplates;
    if ((await store.countTemplates(db, id)) >= max)
      throw fieldError("title", "spaces.tooManyTemplates", { max });
    const sections = JSON.stringify(await sectionDesigns(db, board_id));
    await store.insertTemplate(db, { ...template, space_id: id, sections, steps: board.next_steps });
    return id;
  });
  announceToSpace(deps, spaceId, caller.connection);
  return template.id;
}

/** Any member may rename any template. @throws AppError 404 also for a template of another space */
export async function renameTemplate(
  deps: Deps,
  key: string,
  { id, title }: { id: string; title: string },
  caller: Caller,
): Promise<void> {
  const space = await requireSpace(deps.database.db, key);
  if (!(await store.setTemplateTitle(deps.database.db, space.id, id, title))) throw notFound();
  announceToSpace(deps, space.id, caller.connection);
}

/** Boards that were made from it stay. @throws AppError 404 also for a template of another space */
export async function removeTemplate(deps: Deps, key: string, id: string, caller: Caller): Promise<void> {
  const space = await requireSpace(deps.database.db, key);
  if (!(await store.deleteTemplate(deps.database.db, space.id, id))) throw notFound();
  announceToSpace(deps, space.id, caller.connection);
}

/**
 * Sections, passphrase and the steps of the meeting of a board of the space, for the board after it [F11].
 * @throws AppError as `openBoard`, 404 also for a board that is not in the space
 */
export async function designOfBoard(
  db: Db,
  spaceId: string,
  boardId: string,
  userId: string,
): Promise<{ sections: PlainSection[]; steps: MeetingStep[] | null; passphraseHash: string | null }> {
  const board = await openBoard(db, boardId, userId);
  if (board.space_id !== spaceId) throw notFound();
  return {
    sections: await sectionDesigns(db, boardId),
    steps: nextStepsOf(board),
    passphraseHash: board.passphrase_hash,
  };
}

/**
 * The template that the body names, else the space's last one, else the first of all [G5, G10].
 * @returns sections and steps, and the template that the space then stores; null: the same as before
 * @throws AppError 422 on `template`
 */
export async function chooseSections(
  db: Db,
  space: { id: string; defaults: SpaceDefaults },
  body: Pick<CreateSpaceBoard, "template" | "space_template">,
  { userId, locale }: { userId: string; locale: Locale },
): Promise<{ sections: PlainSection[]; steps: MeetingStep[] | null; remembered: SpaceDefaults | null }> {
  const shared = async (id: string | undefined) => {
    const found = id === undefined ? undefined : await store.findTemplate(db, space.id, id);
    if (found === undefined) return null;
    return {
      sections: JSON.parse(found.sections) as PlainSection[],
      steps: found.steps === null ? null : (JSON.parse(found.steps) as MeetingStep[]),
    };
  };
  if (body.space_template) {
    const template = await shared(body.space_template);
    if (template === null) throw fieldError("template", "validation.template");
    return { ...template, remembered: { space_template: body.space_template, template: undefined } };
  }
  const last = body.template ? {} : space.defaults;
  const lastShared = await shared(last.space_template);
  if (lastShared !== null) return { ...lastShared, remembered: null };
  const found =
    (last.template === undefined ? null : await findTemplate(db, userId, last.template, locale)) ??
    (await resolveTemplate(db, userId, body.template ?? null, locale));
  await countTemplateUse(db, found.key);
  const named = body.template ? { template: body.template, space_template: undefined } : null;
  return { sections: found.sections, steps: found.steps, remembered: named };
}
