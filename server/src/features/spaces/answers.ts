import { limits } from "@retro/contract/limits";
import type { AnsweredBoard } from "@retro/contract/spaces/space-answers";
import type { Deps } from "../../deps.ts";
import { noAnswers } from "../questions/commands.ts";
import { listShownAnswers } from "./answer-store.ts";
import { requireSpace } from "./require-space.ts";

/**
 * What a space's boards have answered, the oldest board first, as far as the user may read them [G13].
 * @throws AppError 404
 */
export async function listSpaceAnswers(
  deps: Pick<Deps, "database">,
  key: string,
  userId: string,
): Promise<AnsweredBoard[]> {
  const { db, reader } = deps.database;
  const { id: spaceId } = await requireSpace(db, key);
  const most = { boards: limits.questions.trend, none: noAnswers };
  const boards = new Map<string, AnsweredBoard>();
  for (const row of await listShownAnswers(reader, spaceId, userId, most)) {
    const { id, title, kind, shown, text } = row;
    const created_at = new Date(row.created_at).toISOString();
    const board = boards.get(id) ?? { board_id: id, title, created_at, questions: [] };
    board.questions.push({ kind, counts: JSON.parse(shown) as number[], ...(text !== null && { text }) });
    boards.set(id, board);
  }
  return [...boards.values()];
}
