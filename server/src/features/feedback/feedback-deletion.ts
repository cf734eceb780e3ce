import type { Deps } from "../../deps.ts";
import { deleteFeedbackRow, findFeedback } from "./store.ts";

/** At most 20 rows of feedback: the one with this id, or those with these words in them. */
export async function searchFeedback(deps: Pick<Deps, "database">, words: string) {
  return findFeedback(deps.database.db, words, 20);
}

/** Deletes a feedback with its pictures. @returns false when there is none with this id */
export async function deleteFeedback(deps: Pick<Deps, "database">, id: string): Promise<boolean> {
  return deps.database.transaction((trx) => deleteFeedbackRow(trx, id));
}
