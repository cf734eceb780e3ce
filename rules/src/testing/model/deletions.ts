import { changesOfOthers } from "./changes.ts";
import type { Command } from "./commands.ts";
import { leaveRound } from "./facilitation.ts";
import { holdsHidden } from "./items.ts";
import { applied, type CommandContext, type ExpectedOutcome, putItems, refused } from "./outcome.ts";
import { facilitates, mayEditBoard, mayEditStickers } from "./permissions.ts";
import {
  ancestorsOf,
  type DeletedSticker,
  depth,
  detach,
  find,
  flattenItems,
  height,
  insertAt,
  type ModelBoard,
  type ModelItem,
  sectionAbove,
  stickersOf,
} from "./state.ts";
import { seenItem, seenTree, votesLeft } from "./views.ts";

type Of<What extends Command["do"]> = Extract<Command, { do: What }>;

export function remove(scene: CommandContext, command: Of<"delete">): ExpectedOutcome {
  const { board, actor } = scene;
  const item = find(board, command.item);
  if (!item || item.kind === "column") return refused(404, "not_found");
  if (item.kind === "section") {
    if (!mayEditBoard(board, actor)) return refused(403, "board_locked");
    if (board.sections.length === 1) return refused(422, "last_section", "sections");
  } else {
    if (!mayEditStickers(board, actor)) return refused(403, "stickers_locked");
    if (holdsHidden(scene, item)) return refused(403, "content_hidden");
  }
  const ids = flattenItems([item]).map(({ id }) => id);
  const { rev = item.rev, items = ids.length, since } = command;
  const changed = since === undefined ? null : changesOfOthers(board, actor, item, { since, items });
  if (changed) return { ...refused(409, "conflict"), answer: () => changed };
  if (since === undefined && (rev !== item.rev || items !== ids.length)) return refused(409, "conflict");
  if (item.kind === "sticker") keepDeleted(scene, item);
  detach(board, item);
  return applied([{ type: "item.deleted", ids }, ...leaveRound(board)], () => ({ deleted: ids }));
}

/** Keeps a sticker for its deleter [T12]. Each id is kept once. */
function keepDeleted({ board, actor }: CommandContext, sticker: ModelItem): void {
  const { deletedStickers } = board;
  const ids = flattenItems([sticker]).map(({ id }) => id);
  for (const [id, kept] of deletedStickers)
    if (flattenItems([kept.sticker]).some((each) => ids.includes(each.id))) deletedStickers.delete(id);
  const column = ancestorsOf(sticker).at(-2) as ModelItem;
  const section = sectionAbove(sticker);
  deletedStickers.set(sticker.id, {
    sticker,
    by: actor,
    column,
    columnIndex: section.children.indexOf(column),
    sectionOrder: section.order,
  });
}

/**
 * Restores a sticker that the caller deleted, with what was nested in it, and its votes as far as the limit
 * allows [T12, V7].
 */
export function restore(scene: CommandContext, { item: id }: Of<"restore">): ExpectedOutcome {
  const { board, actor } = scene;
  const present = find(board, id);
  if (present?.kind === "sticker") return applied([], () => seenItem(board, present, actor));
  const deleted = board.deletedStickers.get(id);
  if (deleted?.by !== actor) return refused(404, "not_found");
  if (!mayEditStickers(board, actor)) return refused(403, "stickers_locked");
  const { sticker } = deleted;
  if (holdsHidden(scene, sticker)) return refused(403, "content_hidden");
  const items = flattenItems([sticker]);
  if (items.some((each) => find(board, each.id))) return refused(409, "id_taken");
  const parent = parentForRestored(board, deleted);
  const { children } = parent;
  const behind = children.findIndex(({ order }) => order >= sticker.order);
  const isFormer = parent.id === sticker.parent?.id && behind >= 0;
  const votes = items.flatMap((item) => [...item.voters].map(([user, at]) => ({ item, user, at })));
  for (const item of items) item.voters = new Map();
  sticker.parent = parent;
  const put = insertAt(children, isFormer ? behind : children.length, sticker);
  for (const { item, user, at } of votes.toSorted((a, b) => a.at - b.at))
    if (votesLeft(board, item, user) !== 0) item.voters.set(user, at);
    else item.votedIn.delete(user);
  board.deletedStickers.delete(id);
  const withVotes = items.filter(({ voters }) => voters.size > 0);
  return applied(
    [
      ...putItems([...new Set([...items, ...put])]),
      ...withVotes.map((item) => ({ type: "votes.restored" as const, item })),
    ],
    () => seenItem(board, sticker, actor),
  );
}

/**
 * The former parent; else the former column; else the same column of the next section, or of the last one.
 */
function parentForRestored(board: ModelBoard, { sticker, column, ...place }: DeletedSticker): ModelItem {
  const parent = find(board, sticker.parent?.id ?? "");
  if (parent && depth(parent) + height(sticker) <= 5) return parent;
  const section = board.sections.find(({ order }) => order >= place.sectionOrder) ?? board.sections.at(-1);
  return find(board, column.id) ?? (section?.children[place.columnIndex] as ModelItem);
}

/** Deletes all stickers for good, those that could be restored included. */
export function deleteCards({ board, actor }: CommandContext): ExpectedOutcome {
  if (!facilitates(board, actor)) return refused(403, "facilitator_only");
  const ids = stickersOf(board).map(({ id }) => id);
  for (const column of board.sections.flatMap(({ children }) => children)) column.children = [];
  const restorable = board.deletedStickers.size;
  board.deletedStickers.clear();
  const answer = () => seenTree(board, actor);
  if (ids.length > 0) return applied([{ type: "item.deleted", ids }], answer);
  return applied(restorable > 0 ? [{ type: "tick" }] : [], answer);
}
