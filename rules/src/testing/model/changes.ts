import type { Change, ChangesOfOthers } from "@retro/contract/changes";
import { type Audience, namesWriters, seesCounts } from "./permissions.ts";
import {
  find,
  flattenItems,
  type ModelBoard,
  type ModelChange,
  type ModelItem,
  sectionAbove,
  votesOn,
} from "./state.ts";
import { seenAction, seenFacilitation, seenItem } from "./views.ts";

/** The changes of a version as an audience gets them, in an event or in the answer [H4, Y1]. */
export function changesFor(board: ModelBoard, changes: readonly ModelChange[], who: Audience): Change[] {
  const votes = (item: ModelItem): Change =>
    seesCounts(board, who) ? { type: "votes.put", item_id: item.id, votes: votesOn(item) } : { type: "tick" };
  const mine = (item: ModelItem, voted: boolean): Change => ({ type: "vote.mine", item_id: item.id, voted });
  return changes.flatMap((change): Change[] => {
    switch (change.type) {
      case "item.put":
      case "reaction":
        return [{ type: "item.put", item: seenItem(board, change.item, who) }];
      case "vote":
        return [votes(change.item), ...(change.user === who ? [mine(change.item, change.voted)] : [])];
      case "votes.restored": {
        const counts = seesCounts(board, who) ? [votes(change.item)] : [];
        if (who === null || !change.item.voters.has(who)) return counts;
        const section = change.item.votedIn.get(who);
        const hasMoved = section !== undefined && section !== sectionAbove(change.item).id;
        return [...counts, { ...mine(change.item, true), ...(hasMoved && { section_id: section }) }];
      }
      case "action.put":
        return [{ type: "action.put", action: seenAction(board, change.action, who) }];
      default:
        return [change];
    }
  });
}

type Logged<T extends ModelChange["type"]> = ModelChange & { type: T };

/** The changes of a type since a version. */
function logged<T extends ModelChange["type"]>(board: ModelBoard, since: number, type: T): Logged<T>[] {
  const changes = board.log.flatMap((entry) => (entry.version > since ? entry.changes : []));
  return changes.filter((change): change is Logged<T> => change.type === type);
}

/**
 * `GET changes?since=`: what a user does not know yet, as it is now [Y2]; null if the log does not reach
 * back.
 */
export function changesSince(board: ModelBoard, since: number, who: string): Change[] | null {
  if (!reaches(board, since)) return null;
  if (since === board.version) return [];
  const putIds = new Set(
    [...logged(board, since, "item.put"), ...logged(board, since, "reaction")].map(({ item }) => item.id),
  );
  const deletedIds = new Set(logged(board, since, "item.deleted").flatMap(({ ids }) => ids));
  const votes = logged(board, since, "vote");
  const put = [...putIds].flatMap((id) => find(board, id) ?? []);
  const voted = [...new Set(votes.map(({ item }) => item.id))].flatMap((id) => find(board, id) ?? []);
  // Votes go with a deleted sticker, and return with a restored one.
  const ownIds = new Set([
    ...votes.flatMap(({ item, user }) => (user === who ? item.id : [])),
    ...[...deletedIds].filter((id) => putIds.has(id)),
    // Only a voter learns that a restored sticker has votes.
    ...logged(board, since, "votes.restored").flatMap(({ item }) => (item.voters.has(who) ? item.id : [])),
  ]);
  const touched = [
    ...logged(board, since, "action.put").map(({ action }) => action.id),
    ...logged(board, since, "action.deleted").flatMap(({ ids }) => ids),
  ];
  const actions = board.actions.filter(({ id }) => touched.includes(id));
  const gone = [...new Set([...deletedIds, ...putIds])].filter((id) => !find(board, id));
  const goneActions = [...new Set(touched)].filter((id) => !actions.some((action) => action.id === id));
  const changes: Change[] = [];
  if (logged(board, since, "session.put").length > 0)
    changes.push({ type: "session.put", session: seenFacilitation(board) });
  const head = logged(board, since, "board.put").at(-1);
  if (head) changes.push(head);
  if (logged(board, since, "votes.reset").length > 0) changes.push({ type: "votes.reset" });
  if (gone.length > 0) changes.push({ type: "item.deleted", ids: gone });
  for (const item of put) changes.push({ type: "item.put", item: seenItem(board, item, who) });
  for (const item of seesCounts(board, who) ? voted : [])
    if (!putIds.has(item.id)) changes.push({ type: "votes.put", item_id: item.id, votes: votesOn(item) });
  for (const id of ownIds) {
    const item = find(board, id);
    if (item === undefined) continue;
    const section_id = item.votedIn.get(who);
    changes.push({
      type: "vote.mine",
      item_id: id,
      voted: item.voters.has(who),
      ...(section_id !== undefined && { section_id }),
    });
  }
  if (goneActions.length > 0) changes.push({ type: "action.deleted", ids: goneActions });
  for (const action of actions) changes.push({ type: "action.put", action: seenAction(board, action, who) });
  return changes.length > 0 ? changes : [{ type: "tick" }];
}

/** Whether the log has every version after this one. */
function reaches({ log, version }: ModelBoard, since: number): boolean {
  return since <= version && log.filter((entry) => entry.version > since).length === version - since;
}

/**
 * Who else has changed what since a version of what a user wants to delete [T12]: put something, taken
 * something out, or voted. A vote that was taken back counts no more.
 * @param item the sticker or section
 * @param seen the version that the user saw, and how many items the deletion had then
 * @returns null if nobody has; empty if the log does not reach back
 */
export function changesOfOthers(
  board: ModelBoard,
  actor: string,
  item: ModelItem,
  seen: { since: number; items: number },
): ChangesOfOthers | null {
  if (!reaches(board, seen.since)) return { changed: [] };
  const items = flattenItems([item]);
  const isInside = (id: string) => items.some((each) => each.id === id);
  const found: ChangesOfOthers["changed"] = [];
  const add = (what: (typeof found)[number]["what"], by: string | null) => {
    const user_id = namesWriters(board) ? by : null;
    if (!found.some((each) => each.what === what && each.user_id === user_id)) found.push({ what, user_id });
  };
  const others = board.log.filter(({ version, by }) => version > seen.since && by !== actor && by !== null);
  for (const { by, changes } of others) {
    const ids = changes.flatMap((change) => (change.type === "item.put" ? change.item.id : []));
    const deleted = changes.flatMap((change) => (change.type === "item.deleted" ? change.ids : []));
    for (const id of ids.filter(isInside)) add(id === item.id ? "changed" : "inside", by);
    if (items.length < seen.items && ![...ids, ...deleted].every(isInside)) add("inside", null);
  }
  const changes = others.flatMap((entry) => entry.changes);
  const voters = changes.flatMap((change) => (change.type === "vote" ? change.user : []));
  const voted = changes.flatMap((change) =>
    change.type === "vote" || change.type === "votes.restored" ? change.item.id : [],
  );
  const isVoted = items.some(
    ({ id, voters: now }) => voted.includes(id) && voters.some((user) => now.has(user)),
  );
  if (isVoted && seesCounts(board, actor)) add("voted", null);
  return found.length > 0 ? { changed: found.slice(0, 5) } : null;
}
