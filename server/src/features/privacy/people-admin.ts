import { isEmail } from "@retro/contract/text";
import type { Deps } from "../../deps.ts";
import { postBoardNotice, postUserNotice } from "../notices/notices.ts";
import { erasePerson } from "./erase.ts";
import * as store from "./people-store.ts";

/** More matches than this are not listed: a longer name or the id finds the person. */
export const maxMatches = 20;

/** What a search for a person found. */
export interface PersonMatches {
  people: store.FoundPerson[];
  /** What was sent under the address that was searched for; null when it was no address. */
  sent: store.SentCounts | null;
}

/** Finds people by id, by e-mail address (of an administrator, or given with feedback), or by a part of the name. */
export async function searchPeople(deps: Pick<Deps, "store">, words: string): Promise<PersonMatches> {
  const { db } = deps.store;
  const text = words.trim();
  if (isEmail(text))
    return { people: await store.findPeopleByEmail(db, text), sent: await store.countSentBy(db, text) };
  const byId = await store.findPersonById(db, text);
  if (byId) return { people: [byId], sent: null };
  return { people: text === "" ? [] : await store.findPeopleByName(db, text, maxMatches), sent: null };
}

/** How much is stored about a person. */
export async function countPersonTraces(deps: Pick<Deps, "store">, userId: string) {
  return store.countTraces(deps.store.db, userId);
}

/**
 * Erases a person from outside the server's processes, which pass it on to their clients.
 * @returns false for an administrator, and when there is no such person
 */
export async function erasePersonFromCli(deps: Deps, userId: string): Promise<boolean> {
  const erased = await erasePerson(deps, userId, (boardId, version) =>
    postBoardNotice(deps, boardId, version),
  );
  if (erased) await postUserNotice(deps, userId);
  return erased;
}

/** Deletes feedback, messages and the newsletter address that were sent under an address. */
export async function deleteSentData(deps: Pick<Deps, "store">, email: string): Promise<void> {
  await deps.store.transaction((trx) => store.deleteSentBy(trx, email));
}
