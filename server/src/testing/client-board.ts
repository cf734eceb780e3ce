import { pickFacilitation } from "@retro/rules/facilitation";
import type { Action } from "@retro/contract/actions";
import type { Change, ChangesResponse } from "@retro/contract/changes";
import type { Board } from "@retro/contract/boards";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Item, TreeItem } from "@retro/contract/items";
import type { Vote } from "@retro/contract/votes";
import type { Visitor } from "./app.ts";

/**
 * A client's view of a board. It does not use the product's `applyChange`, which the server's tests must not
 * trust.
 */
export interface ClientBoard {
  title: string;
  description: string;
  version: number;
  facilitation: Facilitation;
  items: Map<string, Item>;
  /** Ids of the stickers that the user has voted on. */
  mine: Set<string>;
  actions: Map<string, Action>;
}

/**
 * Reads the board with the calls that a client makes when it opens the board. Checks that the tree is
 * well-formed.
 */
export async function readClientBoard(by: Visitor, url: string): Promise<ClientBoard> {
  const board = (await by.get(url)).json<{ data: Board }>().data;
  const tree = (await by.get(`${url}/items`)).json<{ data: TreeItem[] }>().data;
  const votes = (await by.get(`${url}/items/votes`)).json<{ data: Vote[] }>().data;
  const list = (await by.get(`${url}/actions`)).json<{ data: Action[] }>().data;
  if ((board.action_count ?? 0) !== list.length || board.action_count === 0)
    throw new Error(`the board says that it has ${board.action_count} actions, not ${list.length}`);
  const items = new Map<string, Item>();
  let mark = 0;
  const walk = (nodes: TreeItem[], parentId: string | null): void => {
    let last: string | null = null;
    for (const { children, _lft, _rgt, ...item } of nodes) {
      mark += 1;
      if (_lft !== mark) throw new Error(`_lft of ${item.id} is ${_lft}, not ${mark}`);
      if (item.parent_id !== parentId) throw new Error(`${item.id} is shown under another parent`);
      if (last !== null && last >= item.order) throw new Error(`${item.id} does not follow its sibling`);
      last = item.order;
      items.set(item.id, item);
      walk(children, item.id);
      mark += 1;
      if (_rgt !== mark) throw new Error(`_rgt of ${item.id} is ${_rgt}, not ${mark}`);
      const vote = votes.find((each) => each.item_id === item.id);
      if (vote !== undefined && (vote._lft !== _lft || vote._rgt !== _rgt))
        throw new Error(`the vote on ${item.id} has other markers than the item`);
    }
  };
  walk(tree, null);
  const sections = tree.map(({ id, title }) => ({ id, title }));
  if (JSON.stringify(board.sections) !== JSON.stringify(sections))
    throw new Error("the board names other sections than the tree");
  const { title, description, version } = board;
  const session = pickFacilitation(board);
  return {
    title,
    description,
    version,
    facilitation: session,
    items,
    mine: new Set(votes.map((vote) => vote.item_id)),
    actions: new Map(list.map((action) => [action.id, action])),
  };
}

/**
 * Applies changes to a copy of the view. @returns also whether the facilitation changed: then a client may
 * have to load again
 */
export function applyChanges(
  old: ClientBoard,
  changes: readonly Change[],
  version: number,
): { view: ClientBoard; newSession: boolean } {
  const view = {
    ...old,
    version,
    items: new Map(old.items),
    mine: new Set(old.mine),
    actions: new Map(old.actions),
  };
  let newSession = false;
  for (const change of changes) {
    switch (change.type) {
      case "item.put":
        view.items.set(change.item.id, withoutOwnReactions(change.item));
        break;
      case "item.deleted":
        for (const id of change.ids) {
          view.items.delete(id);
          view.mine.delete(id);
        }
        break;
      case "board.put":
        Object.assign(view, change.board);
        break;
      case "session.put":
        view.facilitation = change.session;
        newSession = true;
        break;
      case "votes.put": {
        const item = view.items.get(change.item_id);
        if (item === undefined) throw new Error(`a vote on the unknown ${change.item_id}`);
        view.items.set(item.id, { ...item, votes: change.votes });
        break;
      }
      case "votes.reset":
        for (const [id, item] of view.items)
          if (item.votes !== null) view.items.set(id, { ...item, votes: 0 });
        view.mine.clear();
        break;
      case "vote.mine":
        if (change.voted) view.mine.add(change.item_id);
        else view.mine.delete(change.item_id);
        break;
      case "action.put":
        view.actions.set(change.action.id, change.action);
        break;
      case "action.deleted":
        for (const id of change.ids) view.actions.delete(id);
        break;
      case "tick":
        break;
      default:
        change satisfies never;
    }
  }
  return { view, newSession };
}

/**
 * While avatars are hidden, the board's channel does not say whose the reactions are; users with one learn it
 * on their own channel.
 */
function withoutOwnReactions({ reactions, ...item }: Item): Item {
  if (!reactions) return item;
  const known = Object.entries(reactions).map(([kind, { count, user_ids }]) => [
    kind,
    { count, user_ids: user_ids ?? [] },
  ]);
  return { ...item, reactions: Object.fromEntries(known) as NonNullable<Item["reactions"]> };
}

/** The view after `GET changes?since=`, with which a client that received no events catches up. */
export async function catchUpClient(by: Visitor, url: string, old: ClientBoard) {
  const answer = (await by.get(`${url}/changes?since=${old.version}`)).json<{ data: ChangesResponse }>().data;
  if ("reload" in answer) return null;
  return applyChanges(old, answer.changes, answer.version);
}
