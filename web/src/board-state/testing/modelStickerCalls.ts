import type { Item, StickerStyle } from "@retro/contract/entities";
import {
  isFacilitator,
  isHiddenFrom,
  mayChangeSticker,
  mayEditStickers,
  type RefusalCode,
  seesCounts,
} from "@retro/rules/permissions";
import { mergeStyle } from "@retro/rules/revision";
import { childrenOf, findPlacementError, placeItem, subtreeIds } from "@retro/rules/tree";
import { mayAddVote, mayVoteNow, remainingVotes } from "@retro/rules/votes";
import type { Caller, ModelAnswer, ModelBoard } from "./modelBoard.ts";
import { refuseChangedByOthers } from "./modelChangesOfOthers.ts";
import { RefusalError } from "./refusalError.ts";

/** The calls of the model server that change stickers and votes. All throw a RefusalError when a rule forbids the change. */

export interface NewSticker {
  id: string;
  title: string;
  style?: StickerStyle;
}

/** @throws RefusalError if a rule answered with a code */
function refuseIf(code: RefusalCode): void {
  if (code !== null) throw new RefusalError(403, code);
}

/** Adds stickers at the end of a column or a group. Repeating it changes nothing. */
export function addStickers(
  board: ModelBoard,
  caller: Caller,
  parentId: string,
  list: readonly NewSticker[],
): ModelAnswer {
  const { items } = board;
  for (const { id } of list) {
    const known = items.get(id);
    if (known && known.user_id !== caller.id) throw new RefusalError(409, "id_taken");
  }
  const fresh = list.filter(({ id }) => !items.has(id));
  if (fresh.length > 0) {
    refuseIf(mayEditStickers(board.facilitation, caller.id));
    if (findPlacementError(items, null, parentId)) throw new RefusalError(422, "invalid");
  }
  for (const { id, title, style } of fresh) {
    board.insertItem(id, "sticker", parentId, title);
    items.set(id, { ...(items.get(id) as Item), user_id: caller.id, style: style ?? {} });
  }
  return board.commit(
    caller,
    list.map(({ id }) => board.itemFor(caller.id, items.get(id) as Item)),
    fresh.map(({ id }) => ({ type: "item.put" as const, item: board.withVotes(items.get(id) as Item) })),
  );
}

export function addSticker(
  board: ModelBoard,
  caller: Caller,
  sticker: NewSticker & { parent_id: string },
): ModelAnswer {
  const { data, meta } = addStickers(board, caller, sticker.parent_id, [sticker]);
  return { data: (data as Item[])[0], meta };
}

/** Edits a sticker or a section. */
export function editItem(
  board: ModelBoard,
  caller: Caller,
  id: string,
  body: { title?: string; style?: StickerStyle; rev?: number },
): ModelAnswer {
  const item = board.items.get(id);
  if (!item || item.kind === "column") throw new RefusalError(404);
  refuseIf(mayChangeSticker(board.facilitation, item, caller.id));
  if (body.rev !== undefined && body.rev !== item.rev)
    throw new RefusalError(409, "conflict", board.itemFor(caller.id, item));
  const title = body.title ?? item.title;
  const style = body.style ? mergeStyle(item, body.style) : item.style;
  if (title === item.title && JSON.stringify(style) === JSON.stringify(item.style))
    return board.commit(caller, board.itemFor(caller.id, item), []);
  const edited = { ...item, title, style, rev: item.rev + 1 };
  board.items.set(id, edited);
  return board.commit(caller, board.itemFor(caller.id, edited), [
    { type: "item.put", item: board.withVotes(edited) },
  ]);
}

/** Orders the children of parents, if they are in the order that the caller names. */
export function orderStickers(
  board: ModelBoard,
  caller: Caller,
  { orders }: { orders: { parent_id: string; from: string[]; to: string[] }[] },
): ModelAnswer {
  const puts: Item[] = [];
  for (const { parent_id, from, to } of orders) {
    const siblings = childrenOf(board.items, parent_id);
    const now = siblings.map(({ id }) => id).join();
    if (now === to.join()) continue;
    if (now !== from.join()) throw new RefusalError(409, "conflict");
    const keys = siblings.map(({ order }) => order);
    for (const [at, id] of to.entries())
      puts.push({ ...(siblings.find((each) => each.id === id) as Item), order: keys[at] as string });
  }
  for (const put of puts) board.items.set(put.id, put);
  return board.commit(
    caller,
    puts.map((put) => board.itemFor(caller.id, put)),
    puts.map((put) => ({ type: "item.put" as const, item: board.withVotes(put) })),
  );
}

export function moveSticker(
  board: ModelBoard,
  caller: Caller,
  body: {
    item_id: string;
    parent_id: string;
    after_id: string | null;
    from?: { parent_id: string; order: string };
  },
): ModelAnswer {
  const { items } = board;
  const item = editableSticker(board, caller, body.item_id);
  if (findPlacementError(items, item.id, body.parent_id)) throw new RefusalError(422, "invalid");
  const siblings = childrenOf(items, body.parent_id);
  const others = siblings.filter((sibling) => sibling.id !== item.id);
  // Written from the contract, without `rules`: after the named sibling, or last if it is gone.
  const at = others.findIndex((sibling) => sibling.id === body.after_id);
  const position = body.after_id === null ? 0 : at < 0 ? others.length : at + 1;
  if (siblings.findIndex((sibling) => sibling.id === item.id) === position)
    return board.commit(caller, board.itemFor(caller.id, item), []);
  const { from } = body;
  if (from && (from.parent_id !== item.parent_id || from.order !== item.order))
    throw new RefusalError(409, "conflict", board.itemFor(caller.id, item));
  const { order, rekeyed } = placeItem(others, position);
  const moved = { ...item, parent_id: body.parent_id, order };
  const puts = [moved, ...rekeyed.map((each) => ({ ...each.item, order: each.order }))];
  for (const put of puts) items.set(put.id, put);
  return board.commit(
    caller,
    board.itemFor(caller.id, moved),
    puts.map((put) => ({ type: "item.put" as const, item: board.withVotes(put) })),
  );
}

/** The sticker that a user wants to move or delete: nothing in it may be hidden from them. */
function editableSticker({ items, facilitation }: ModelBoard, caller: Caller, id: string): Item {
  const item = items.get(id);
  if (item?.kind !== "sticker") throw new RefusalError(404);
  refuseIf(mayEditStickers(facilitation, caller.id));
  for (const below of subtreeIds(items, id))
    if (isHiddenFrom(facilitation, items.get(below) as Item, caller.id))
      throw new RefusalError(403, "content_hidden");
  return item;
}

export function deleteSticker(
  board: ModelBoard,
  caller: Caller,
  id: string,
  expected: Record<"rev" | "items" | "since", number | undefined>,
): ModelAnswer {
  const item = editableSticker(board, caller, id);
  const ids = subtreeIds(board.items, id);
  const { rev = item.rev, items = ids.length, since } = expected;
  if (since !== undefined) refuseChangedByOthers(board, caller, ids, { since, items });
  else if (rev !== item.rev || items !== ids.length) throw new RefusalError(409, "conflict");
  board.restorable.set(id, {
    by: caller.id,
    items: ids.map((each) => board.items.get(each) as Item),
    votes: new Map(ids.map((each) => [each, board.votes.get(each) ?? new Set<string>()])),
  });
  board.deletions.push({ by: caller.id, id, puts: ids.flatMap((each) => board.lastPut.get(each) ?? []) });
  removeItems(board, ids);
  return board.commit(caller, { deleted: ids }, [{ type: "item.deleted", ids }]);
}

/** Restores a sticker that the caller deleted, with what was nested in it, at its former place or else at the end of its column. */
export function restoreSticker(board: ModelBoard, caller: Caller, id: string): ModelAnswer {
  const present = board.items.get(id);
  if (present) return board.commit(caller, board.itemFor(caller.id, present), []);
  const kept = board.restorable.get(id);
  if (kept?.by !== caller.id) throw new RefusalError(404, "not_found");
  refuseIf(mayEditStickers(board.facilitation, caller.id));
  if (kept.items.some((item) => isHiddenFrom(board.facilitation, item, caller.id)))
    throw new RefusalError(403, "content_hidden");
  if (!board.items.has(kept.items[0]?.parent_id ?? "")) throw new RefusalError(404, "not_found");
  for (const item of kept.items) {
    board.items.set(item.id, item);
    board.votes.set(item.id, kept.votes.get(item.id) as Set<string>);
  }
  board.restorable.delete(id);
  return board.commit(
    caller,
    board.itemFor(caller.id, kept.items[0] as Item),
    kept.items.flatMap((item) => [
      { type: "item.put" as const, item: board.withVotes(item) },
      ...restoredVotes(board, item.id),
    ]),
  );
}

function restoredVotes({ votes }: ModelBoard, id: string) {
  const users = [...(votes.get(id) ?? [])];
  return users.length > 0
    ? [{ type: "votes.restored" as const, item_id: id, user_ids: users, votes: users.length }]
    : [];
}

export function deleteAllStickers(board: ModelBoard, caller: Caller): ModelAnswer {
  if (board.facilitation.facilitator_id !== caller.id) throw new RefusalError(403, "facilitator_only");
  const ids = [...board.items.values()].filter(({ kind }) => kind === "sticker").map(({ id }) => id);
  removeItems(board, ids);
  board.restorable.clear();
  return board.commit(caller, [], ids.length > 0 ? [{ type: "item.deleted", ids }] : []);
}

/** Removes items and their votes, without a new version. */
export function removeItems({ items, votes }: ModelBoard, ids: readonly string[]): void {
  for (const id of ids) {
    items.delete(id);
    votes.delete(id);
  }
}

export function setVote(board: ModelBoard, caller: Caller, id: string, voted: boolean): ModelAnswer {
  const { items, facilitation } = board;
  const item = items.get(id);
  if (item?.kind !== "sticker") throw new RefusalError(404);
  const users = board.votes.get(id) ?? new Set();
  const answer = () => ({
    item_id: id,
    votes: seesCounts(facilitation, caller.id) ? users.size : null,
    voted,
    remaining: null,
  });
  if (users.has(caller.id) === voted) {
    refuseIf(mayVoteNow(facilitation));
    return board.commit(caller, answer(), []);
  }
  const remaining = () => remainingVotes(facilitation, items, board.votedIdsOf(caller.id), id);
  refuseIf(voted ? mayAddVote(facilitation, remaining()) : mayVoteNow(facilitation));
  if (voted) users.add(caller.id);
  else users.delete(caller.id);
  board.votes.set(id, users);
  return board.commit(caller, answer(), [
    { type: "vote", item_id: id, user_id: caller.id, voted, votes: users.size },
  ]);
}

export function resetVotes(board: ModelBoard, caller: Caller): ModelAnswer {
  if (!isFacilitator(board.facilitation, caller.id)) throw new RefusalError(403, "facilitator_only");
  board.votes.clear();
  return board.commit(caller, [], [{ type: "votes.reset" }]);
}
