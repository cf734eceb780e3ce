import type { Template, User } from "@retro/contract/entities";
import { isUniqueViolation } from "../../db/faults.ts";
import type { Deps } from "../../deps.ts";
import { readSnapshot } from "../../board/snapshot.ts";
import { sectionDesigns } from "../stickers/sections.ts";
import { saveOwnTemplate } from "../templates/commands.ts";

/**
 * "Save as my template": the board's sections, titles and styles, become a template of the asker's own.
 * @throws AppError 404 for an unknown board, 409 when other requests keep taking the title, 422 on `title` when they have too many already
 */
export async function saveAsTemplate(
  deps: Deps,
  user: User,
  boardId: string,
  title: string | undefined,
): Promise<Template> {
  const { value: sections, board } = await readSnapshot(deps, boardId, (db) => sectionDesigns(db, boardId));
  const save = () =>
    deps.store.transaction((db) =>
      saveOwnTemplate(deps, db, user.id, {
        title: title ?? board.title,
        description: board.description,
        sections,
      }),
    );
  // Two tabs may choose the same free title at the same time: the later one chooses again.
  return save().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return save();
  });
}
