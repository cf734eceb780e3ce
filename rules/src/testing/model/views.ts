import type { Action } from "@retro/contract/actions";
import type { Board } from "@retro/contract/boards";
import type { Item, TreeItem } from "@retro/contract/items";
import { type Audience, hides, hidesAction, seenAuthor, seesCounts } from "./permissions.ts";
import {
  flattenItems,
  type ModelAction,
  type ModelBoard,
  type ModelItem,
  sectionAbove,
  stickersOf,
  votesOn,
} from "./state.ts";

/** An item as an audience may see it. */
export function seenItem(board: ModelBoard, item: ModelItem, who: Audience): Item {
  const hidden = hides(board, item, who);
  return {
    id: item.id,
    board_id: board.id,
    parent_id: item.parent?.id ?? null,
    kind: item.kind,
    order: item.order,
    user_id: seenAuthor(board, item.author, who),
    title: hidden ? null : item.title,
    style: item.style,
    created_at: new Date(item.createdAt).toISOString(),
    rev: item.rev,
    votes: item.kind === "sticker" && seesCounts(board, who) ? votesOn(item) : null,
    hidden,
    ...(!hidden && item.name !== null && { name: item.name }),
    ...(!hidden && item.note !== null && { note: item.note }),
    ...(Object.keys(item.results).length > 0 && { rounds: { ...item.results } }),
    ...(!hidden && item.reactions.size > 0 && { reactions: seenReactions(board, item, who) }),
  };
}

/** While avatars are hidden, users see the counts, and of the names only their own [K3]. */
function seenReactions({ options }: ModelBoard, { reactions }: ModelItem, who: Audience): Item["reactions"] {
  const seen = (users: string[]) => {
    if (options.avatars !== "hide") return [...users];
    return who === null ? null : users.filter((user) => user === who);
  };
  return Object.fromEntries(
    [...reactions].map(([kind, users]) => [kind, { count: users.length, user_ids: seen(users) }]),
  );
}

/** An action as an audience may see it. */
export function seenAction(board: ModelBoard, action: ModelAction, who: Audience): Action {
  const hidden = hidesAction(board, action, who);
  return {
    id: action.id,
    board_id: board.id,
    text: hidden ? null : action.text,
    hidden,
    owner_id: hidden ? null : action.ownerId,
    owner_name: hidden ? null : action.ownerName,
    due_on: hidden ? null : action.due,
    link: hidden ? null : action.link,
    status: action.status,
    source_item_id: action.source?.id ?? null,
    source_user_id: seenAuthor(board, action.source?.author ?? null, who),
    user_id: seenAuthor(board, action.author, who),
    order: action.order,
    rev: action.rev,
    created_at: new Date(action.createdAt).toISOString(),
    status_at: new Date(action.statusAt).toISOString(),
  };
}

export function seenActions(board: ModelBoard, who: Audience): Action[] {
  return board.actions.map((action) => seenAction(board, action, who));
}

/** The whole tree with its nested-set markers. */
export function seenTree(board: ModelBoard, who: Audience): TreeItem[] {
  let mark = 0;
  const grow = (items: readonly ModelItem[]): TreeItem[] =>
    items.map((item) => {
      const _lft = (mark += 1);
      const children = grow(item.children);
      const _rgt = (mark += 1);
      return { ...seenItem(board, item, who), _lft, _rgt, children };
    });
  return grow(board.sections);
}

/** Every item, flat. */
export function seenItems(board: ModelBoard, who: Audience): Item[] {
  return flattenItems(board.sections).map((item) => seenItem(board, item, who));
}

export function votedIds(board: ModelBoard, who: Audience): string[] {
  return stickersOf(board).flatMap(({ id, voters }) => (who !== null && voters.has(who) ? id : []));
}

/** `GET items/votes`: the votes by sticker and markers, and the counts. */
export function seenVotes(board: ModelBoard, who: string) {
  const flatten = (items: readonly TreeItem[]): TreeItem[] =>
    items.flatMap((item) => [item, ...flatten(item.children)]);
  const voted = stickersOf(board).filter((item) => votesOn(item) > 0);
  return {
    data: flatten(seenTree(board, who)).flatMap(({ id, _lft, _rgt }) => {
      const item = stickersOf(board).find((each) => each.id === id && each.voters.has(who));
      if (item === undefined) return [];
      const section = item.votedIn.get(who);
      return { item_id: id, _lft, _rgt, ...(section !== sectionAbove(item).id && { section_id: section }) };
    }),
    counts: seesCounts(board, who) ? Object.fromEntries(voted.map((item) => [item.id, votesOn(item)])) : null,
  };
}

/** A copy: the model's timer changes in place. */
export function seenFacilitation({ facilitator, options, timer, rounds }: ModelBoard) {
  return {
    facilitator_id: facilitator,
    facilitator_options: { ...options },
    timer: { ...timer },
    ...(rounds.length > 0 && { rounds: rounds.map((round) => ({ ...round })) }),
  };
}

export function seenBoard(board: ModelBoard, now: number): Board {
  return {
    id: board.id,
    title: board.title,
    description: board.description,
    ...seenFacilitation(board),
    sections: board.sections.map(({ id, title }) => ({ id, title: title ?? "" })),
    ...(board.actions.length > 0 && { action_count: board.actions.length }),
    version: board.version,
    serverTime: now,
  };
}

/** How many votes the limit leaves this user for this sticker [V2]; null without a limit. */
export function votesLeft(board: ModelBoard, item: ModelItem, who: string): number | null {
  const limit = board.options.votes;
  if (limit === false) return null;
  const countsIn = (each: ModelItem) => each.votedIn.get(who) ?? sectionAbove(each).id;
  const used = stickersOf(board).filter(
    (each) => each.voters.has(who) && (limit.item === "board" || countsIn(each) === countsIn(item)),
  );
  return Math.max(0, limit.limit - used.length);
}
