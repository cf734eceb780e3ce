import type { Change, ChangesResponse } from "@retro/contract/changes";
import { seesCounts } from "@retro/rules/permissions";
import { presentAction, presentItem } from "@retro/rules/present";
import type { Db, Deps } from "../../deps.ts";
import { catchUpCount } from "../../observe/metrics.ts";
import { loadActionsById } from "../parts/action-store.ts";
import { loadItemsById } from "../parts/load-items.ts";
import { votedBy } from "../parts/vote-store.ts";
import { recordUse } from "../turn/last-use.ts";
import { readSnapshot } from "./snapshot.ts";
import { changesSince, type TouchedParts } from "./change-log-store.ts";

/** Above this many touched items, loading the board again is less work for both sides. */
const maxItems = 400;
/** Versions that one statement reads of the log. */
const versionsPerRead = 50;

/**
 * The changes since a version, as resulting values for one user (spec 10.10; Y2, H4). The log names the touched items; their
 * values are read now, under the options in force now, so that no text that was visible in between can leak.
 * @param since the version that the client has
 * @returns the changes up to `version`; `{reload: true}` when the log does not reach back that far, or names too many items
 * @throws AppError 404 for an unknown board
 */
export async function catchUp(
  deps: Deps,
  boardId: string,
  userId: string,
  since: number,
): Promise<ChangesResponse> {
  const { value, board, version, facilitation } = await readSnapshot(
    deps,
    boardId,
    userId,
    async (db, row) => {
      if (since >= row.version) return null;
      const sum = await readTouched(db, boardId, since, row.version);
      if (sum === null) return "reload" as const;
      const mine = new Set(sum.voteItemIds.size > 0 ? await votedBy(db, boardId, userId) : []);
      const items = await loadItemsById(db, boardId, [...sum.items]);
      const actions = sum.actions.size > 0 ? await loadActionsById(db, boardId, [...sum.actions]) : [];
      return { sum, mine, items, actions };
    },
  );
  await recordUse(deps, board);
  if (value === "reload" || since > version) {
    catchUpCount.inc({ answer: "reload" });
    return { reload: true };
  }
  catchUpCount.inc({ answer: value === null ? "nothing" : "changes" });
  if (value === null) return { version, changes: [], serverTime: deps.clock() };
  const { sum, mine, items, actions } = value;
  const known = new Map(items.map((item) => [item.id, item]));
  const changes: Change[] = [];
  if (sum.session) changes.push({ type: "session.put", session: facilitation });
  if (sum.head)
    changes.push({ type: "board.put", board: { title: board.title, description: board.description } });
  if (sum.reset) changes.push({ type: "votes.reset" });
  const deletedIds = [...new Set([...sum.deleted, ...[...sum.put].filter((id) => !known.has(id))])].filter(
    (id) => !known.has(id),
  );
  if (deletedIds.length > 0) changes.push({ type: "item.deleted", ids: deletedIds });
  for (const id of sum.put) {
    const item = known.get(id);
    if (item) changes.push({ type: "item.put", item: presentItem(item, facilitation, userId) });
  }
  for (const id of sum.votes) {
    const item = known.get(id);
    if (item && !sum.put.has(id) && seesCounts(facilitation, userId))
      changes.push({ type: "votes.put", item_id: id, votes: item.votes ?? 0 });
  }
  for (const id of new Set([...sum.myVotes(userId), ...sum.ownVoteIds]))
    if (known.has(id)) changes.push({ type: "vote.mine", item_id: id, voted: mine.has(id) });
  const left = new Set(actions.map(({ id }) => id));
  const deletedActions = [...sum.actions].filter((id) => !left.has(id));
  if (deletedActions.length > 0) changes.push({ type: "action.deleted", ids: deletedActions });
  for (const action of actions)
    changes.push({ type: "action.put", action: presentAction(action, facilitation, userId) });
  if (changes.length === 0) changes.push({ type: "tick" });
  return { version, changes, serverTime: deps.clock() };
}

/**
 * What the versions after `since` up to `until` touched. It stops at the first part of the log that names too many items: a log whose
 * versions each name a thousand is never read as a whole.
 * @returns null when the log does not reach back that far, or names too many items
 */
async function readTouched(
  db: Db,
  boardId: string,
  since: number,
  until: number,
): Promise<ReturnType<typeof summarise> | null> {
  const entries: TouchedParts[] = [];
  for (let from = since; from < until; from += versionsPerRead) {
    const to = Math.min(from + versionsPerRead, until);
    const part = await changesSince(db, boardId, from, to);
    if (part.length !== to - from) return null;
    entries.push(...part.map(({ touched }) => touched));
    const { items, actions } = summarise(entries);
    if (items.size + actions.size > maxItems) return null;
  }
  return summarise(entries);
}

function summarise(entries: readonly TouchedParts[]) {
  const put = new Set<string>();
  const deleted = new Set<string>();
  const votes = new Map<string, Set<string>>();
  const restored = new Set<string>();
  const actions = new Set<string>();
  let head = false;
  let session = false;
  let reset = false;
  for (const entry of entries) {
    for (const id of entry.put ?? []) put.add(id);
    for (const id of entry.del ?? []) deleted.add(id);
    for (const id of entry.voted ?? []) restored.add(id);
    for (const id of [...(entry.act ?? []), ...(entry.actDel ?? [])]) actions.add(id);
    if (entry.vote)
      votes.set(entry.vote.item, (votes.get(entry.vote.item) ?? new Set()).add(entry.vote.user));
    head ||= entry.head === true;
    session ||= entry.session === true;
    reset ||= entry.reset === true;
  }
  // Deleted, and added again under the same id: the votes on the deleted item are gone. Restored: they are back.
  const ownVoteIds = new Set([...[...deleted].filter((id) => put.has(id)), ...restored]);
  return {
    put,
    deleted,
    votes: new Set(votes.keys()),
    items: new Set([...put, ...votes.keys()]),
    /** Actions put or deleted. */
    actions,
    /** Items of which every user's own vote may have changed. */
    ownVoteIds,
    voteItemIds: new Set([...votes.keys(), ...ownVoteIds]),
    head,
    session,
    reset,
    myVotes: (userId: string) => [...votes].filter(([, users]) => users.has(userId)).map(([id]) => id),
  };
}
