import type { Template } from "@retro/contract/templates/template";
import type { User } from "@retro/contract/users";
import { isUniqueViolation } from "../../db/faults.ts";
import type { Deps } from "../../deps.ts";
import { readSnapshot } from "../../board/read/snapshot.ts";
import { sectionDesigns } from "../stickers/sections.ts";
import { saveOwnTemplate } from "../templates/commands.ts";

/**
 * Makes an own template of the user from a board's sections; by default with the board's title.
 * @throws AppError 404, 409 when other requests take the title twice, 422 on `title` at 50 own templates
 */
export async function saveAsTemplate(
  deps: Deps,
  user: User,
  boardId: string,
  title: string | undefined,
): Promise<Template> {
  const { value: sections, board } = await readSnapshot(deps, boardId, user.id, (db) =>
    sectionDesigns(db, boardId),
  );
  const save = () =>
    deps.database.transaction((db) =>
      saveOwnTemplate(deps, db, user.id, {
        title: title ?? board.title,
        description: board.description,
        sections,
        steps: board.next_steps,
      }),
    );
  // Two tabs may choose the same free title at the same time: the second one tries again.
  return save().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return save();
  });
}
