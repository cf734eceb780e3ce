import { isEmail } from "@retro/contract/text";
import type { Deps } from "../../deps.ts";
import { noticeBoard, noticeUser } from "../housekeeping/notices.ts";
import { erasePerson } from "./erase.ts";
import * as store from "./store-people.ts";

/** More matches than this are not listed: a longer name or the id finds the person. */
export const mostMatches = 20;

/** What a search for a person found. */
export interface Matches {
  people: store.FoundPerson[];
  /** What was sent under the address that was searched for; null when it was no address. */
  sent: store.Sent | null;
}

/** Finds people by id, by e-mail address (of an administrator, or given with feedback), or by a part of the name. */
export async function searchPeople(deps: Pick<Deps, "store">, words: string): Promise<Matches> {
  const { db } = deps.store;
  const text = words.trim();
  if (isEmail(text))
    return { people: await store.findPeopleByEmail(db, text), sent: await store.countSentBy(db, text) };
  const byId = await store.findPersonById(db, text);
  if (byId) return { people: [byId], sent: null };
  return { people: text === "" ? [] : await store.findPeopleByName(db, text, mostMatches), sent: null };
}

/** How much is stored about a person. */
export async function tracesOf(deps: Pick<Deps, "store">, userId: string) {
  return store.countTraces(deps.store.db, userId);
}

/**
 * Erases a person from outside the server's processes, which pass it on to their clients.
 * @returns false for an administrator, and when there is no such person
 */
export async function erasePersonBesideServer(deps: Deps, userId: string): Promise<boolean> {
  const erased = await erasePerson(deps, userId, (boardId, version) => noticeBoard(deps, boardId, version));
  if (erased) await noticeUser(deps, userId);
  return erased;
}

/** Deletes feedback, messages and the newsletter address that were sent under an address. */
export async function deleteSent(deps: Pick<Deps, "store">, email: string): Promise<void> {
  await deps.store.transaction((trx) => store.deleteSentBy(trx, email));
}
