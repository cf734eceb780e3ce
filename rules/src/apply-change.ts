import type { Action } from "@retro/contract/actions";
import type { Change } from "@retro/contract/changes";
import type { BoardDetails, Item, Facilitation } from "@retro/contract/entities";
import { actionPart, isMissingText, itemPart, keepKnown, scrubParts } from "./parts.ts";

/** A board as one browser knows it. Immutable: untouched items keep their identity [Y1]. */
export interface BoardView {
  readonly userId: string;
  readonly version: number;
  readonly details: BoardDetails;
  readonly facilitation: Facilitation;
  readonly items: ReadonlyMap<string, Item>;
  /** Ids of the stickers the user has voted on. */
  readonly votedIds: ReadonlySet<string>;
  /** The board's actions, or those known so far [D1]. */
  readonly actions: ReadonlyMap<string, Action>;
}

/**
 * Applies one change [Y1; spec 10.10]. Predicted changes, answers of the server and changes of others all
 * take this path. A change about something that the view does not hold does no harm.
 * @returns the view after the change
 */
export function applyChange(view: BoardView, change: Change): BoardView {
  switch (change.type) {
    case "item.put": {
      const items = new Map(view.items);
      items.set(change.item.id, keepKnown(itemPart, view.items.get(change.item.id), change.item, view));
      return { ...view, items };
    }
    case "item.deleted": {
      const items = new Map(view.items);
      const votedIds = new Set(view.votedIds);
      for (const id of change.ids) {
        items.delete(id);
        votedIds.delete(id);
      }
      return { ...view, items, votedIds };
    }
    case "board.put":
      return { ...view, details: change.board };
    case "session.put":
      return scrubWithheldData({ ...view, facilitation: change.session });
    case "votes.put": {
      const item = view.items.get(change.item_id);
      return item
        ? { ...view, items: new Map(view.items).set(item.id, { ...item, votes: change.votes }) }
        : view;
    }
    case "votes.reset": {
      const items = new Map(view.items);
      for (const item of view.items.values()) if (item.votes) items.set(item.id, { ...item, votes: 0 });
      return { ...view, items, votedIds: new Set() };
    }
    case "vote.mine": {
      const votedIds = new Set(view.votedIds);
      if (change.voted) votedIds.add(change.item_id);
      else votedIds.delete(change.item_id);
      return { ...view, votedIds };
    }
    case "action.put": {
      const { action } = change;
      const next = keepKnown(actionPart, view.actions.get(action.id), action, view);
      return { ...view, actions: new Map(view.actions).set(action.id, next) };
    }
    case "action.deleted": {
      const actions = new Map(view.actions);
      for (const id of change.ids) actions.delete(id);
      return { ...view, actions };
    }
    case "tick":
      return view;
    default:
      // A newer server may send a type that this page does not know: the sync layer reloads the page, and the
      // view does not change.
      change satisfies never;
      return view;
  }
}

/**
 * Removes what the options in force now withhold from this user: hidden texts, concealed counts, hidden
 * authors [H6; spec 11.6].
 * @returns the same view if nothing is withheld
 */
export function scrubWithheldData(view: BoardView): BoardView {
  const items = scrubParts(itemPart, view.items, view);
  const actions = scrubParts(actionPart, view.actions, view);
  return items === view.items && actions === view.actions ? view : { ...view, items, actions };
}

/** Whether the view lacks a text that this user may see, because a private event was lost [H1, Y3]. */
export function isMissingVisibleText(view: BoardView): boolean {
  for (const item of view.items.values()) if (isMissingText(itemPart, item, view)) return true;
  for (const action of view.actions.values()) if (isMissingText(actionPart, action, view)) return true;
  return false;
}
