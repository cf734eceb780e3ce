import { isEmail } from "@retro/contract/text";
import type { Deps } from "../../deps.ts";
import { postBoardNotice, postUserNotice } from "../notices/notices.ts";
import { erasePerson } from "./erase.ts";
import * as store from "./people-store.ts";

/** The most matches that are listed; a longer name or the id finds the others. */
export const maxMatches = 20;

export interface PersonMatches {
  people: store.FoundPerson[];
  sent: store.SentCounts | null;
}

export async function searchPeople(deps: Pick<Deps, "database">, words: string): Promise<PersonMatches> {
  const { db } = deps.database;
  const text = words.trim();
  if (isEmail(text))
    return { people: await store.findPeopleByEmail(db, text), sent: await store.countSentBy(db, text) };
  const byId = await store.findPersonById(db, text);
  if (byId) return { people: [byId], sent: null };
  return { people: text === "" ? [] : await store.findPeopleByName(db, text, maxMatches), sent: null };
}

export async function countPersonTraces(deps: Pick<Deps, "database">, userId: string) {
  return store.countTraces(deps.database.db, userId);
}

/**
 * Erases a person for `npm run admin`, which has no clients: it stores notices in the database, and each
 * server process reads them and informs its own clients.
 */
export async function erasePersonFromCli(deps: Deps, userId: string): Promise<boolean> {
  const erased = await erasePerson(deps, userId, (boardId, version) =>
    postBoardNotice(deps, boardId, version),
  );
  if (erased) await postUserNotice(deps, userId);
  return erased;
}

export async function deleteSentData(deps: Pick<Deps, "database">, email: string): Promise<void> {
  await deps.database.transaction((trx) => store.deleteSentBy(trx, email));
}
