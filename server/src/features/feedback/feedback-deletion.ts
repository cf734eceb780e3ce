import type { Deps } from "../../deps.ts";
import { deleteFeedbackRow, findFeedback } from "./store.ts";

export async function searchFeedback(deps: Pick<Deps, "database">, words: string) {
  return findFeedback(deps.database.db, words, 20);
}

export async function deleteFeedback(deps: Pick<Deps, "database">, id: string): Promise<boolean> {
  return deps.database.transaction((trx) => deleteFeedbackRow(trx, id));
}
