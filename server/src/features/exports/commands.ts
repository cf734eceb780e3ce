import type { Board, SectionStyle, Template, User } from "@retro/contract/entities";
import type { Translate } from "../../http/locale.ts";
import type { Deps } from "../../deps.ts";
import { insertFilledBoard } from "../boards/import.ts";
import { readSnapshot } from "../boards/snapshot.ts";
import { loadItems } from "../stickers/load.ts";
import { bySiblingOrder } from "@retro/rules/tree";
import { saveOwnTemplate } from "../templates/commands.ts";
import { readCsv } from "./import-csv.ts";
import { readBoardFile } from "./import-json.ts";

/**
 * Makes a board from a file. All of it is read and judged before anything is written; its stickers are nobody's.
 * @throws 422 naming the line or the path of the first fault
 */
export async function importBoard(
  deps: Deps,
  user: User,
  file: { kind: "json" | "csv"; text: string },
  { t, title }: { t: Translate; title: string | undefined },
): Promise<Board> {
  const now = deps.clock();
  const plan =
    file.kind === "json"
      ? readBoardFile(file.text, { hidden: t("exports.hidden"), now })
      : readCsv(file.text, { title: title ?? t("import.title"), now });
  return deps.store.transaction((db) => insertFilledBoard(db, user, plan, now));
}

/**
 * "Save as my template": the board's sections, titles and styles, become a template of the asker's own.
 * @throws AppError 404 for an unknown board, 422 on `title` when they have too many already
 */
export async function saveAsTemplate(
  deps: Deps,
  user: User,
  boardId: string,
  title: string | undefined,
): Promise<Template> {
  const { value: items, board } = await readSnapshot(deps, boardId, (db) => loadItems(db, boardId));
  const sections = items.filter((item) => item.kind === "section").toSorted(bySiblingOrder);
  return deps.store.transaction((db) =>
    saveOwnTemplate(deps, db, user.id, {
      title: title ?? board.title,
      description: board.description,
      sections: sections.map((section) => ({
        title: section.title ?? "",
        style: section.style as SectionStyle,
      })),
    }),
  );
}
