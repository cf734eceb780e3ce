import type { Change } from "@retro/contract/changes";
import type { BoardDetails, Item, Facilitation } from "@retro/contract/entities";
import { isFacilitator } from "./permissions.ts";
import { presentItem } from "./present.ts";

/** A board as one browser knows it. Immutable: every change gives a new view; untouched items keep their identity. */
export interface BoardView {
  readonly userId: string;
  readonly version: number;
  readonly details: BoardDetails;
  readonly facilitation: Facilitation;
  readonly items: ReadonlyMap<string, Item>;
  /** Ids of the stickers the user has voted on. */
  readonly votedIds: ReadonlySet<string>;
}

/**
 * A sticker that arrives as the channel may see it must not make its owner or the facilitator forget what they may see
 * and already know: the text of the same revision, their own authorship, the count.
 */
function keepKnownFields(known: Item | undefined, incoming: Item, view: BoardView): Item {
  if (!known) return incoming;
  const facilitates = isFacilitator(view.facilitation, view.userId);
  const own = known.user_id === view.userId;
  const keepsText = incoming.hidden && !known.hidden && known.rev === incoming.rev && (own || facilitates);
  const keepsAuthor = incoming.user_id === null && own;
  const keepsCount = incoming.votes === null && known.votes !== null && facilitates;
  if (!keepsText && !keepsAuthor && !keepsCount) return incoming;
  return {
    ...incoming,
    ...(keepsText ? { title: known.title, hidden: false } : {}),
    ...(keepsAuthor ? { user_id: known.user_id } : {}),
    ...(keepsCount ? { votes: known.votes } : {}),
  };
}

/**
 * The view after one change [Y1]. Serves the user's own predicted changes, the server's answers and others' changes alike.
 * A change about something the view does not hold is harmless.
 */
export function applyChange(view: BoardView, change: Change): BoardView {
  switch (change.type) {
    case "item.put": {
      const items = new Map(view.items);
      items.set(change.item.id, keepKnownFields(view.items.get(change.item.id), change.item, view));
      return { ...view, items };
    }
    case "item.deleted": {
      const items = new Map(view.items);
      const mine = new Set(view.votedIds);
      for (const id of change.ids) {
        items.delete(id);
        mine.delete(id);
      }
      return { ...view, items, votedIds: mine };
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
      const mine = new Set(view.votedIds);
      if (change.voted) mine.add(change.item_id);
      else mine.delete(change.item_id);
      return { ...view, votedIds: mine };
    }
    case "tick":
      return view;
    default:
      // A newer server may send a type that this page does not know: the sync layer reloads, the view stays as it is.
      change satisfies never;
      return view;
  }
}

/** Forgets what the options in force now withhold from this user: hidden texts, concealed counts, hidden authors. */
export function scrubWithheldData(view: BoardView): BoardView {
  let items: Map<string, Item> | null = null;
  for (const item of view.items.values()) {
    const presented = presentItem(item, view.facilitation, view.userId);
    // A text that is not known stays marked as such, or nobody would ask for it.
    const shown = item.hidden ? { ...presented, hidden: true } : presented;
    const same = shown.title === item.title && shown.user_id === item.user_id && shown.votes === item.votes;
    if (!same) (items ??= new Map(view.items)).set(item.id, shown);
  }
  return items ? { ...view, items } : view;
}

/** All of a version's changes, and the version. */
export function applyVersion(view: BoardView, version: number, changes: readonly Change[]): BoardView {
  let next = view;
  // One copy of the items for many changed ones in a row: a copy for each would take items × changes steps.
  let items: Map<string, Item> | null = null;
  for (const change of changes) {
    if (change.type === "item.put") {
      if (items === null) next = { ...next, items: (items = new Map(next.items)) };
      items.set(change.item.id, keepKnownFields(items.get(change.item.id), change.item, next));
    } else {
      next = applyChange(next, change);
      items = null;
    }
  }
  return { ...next, version };
}

/**
 * Stickers this user ought to see but holds without text (a private event was lost): one reload is due.
 */
export function isMissingVisibleText(view: BoardView): boolean {
  if (!view.facilitation.facilitator_options.hideContent)
    return [...view.items.values()].some((i) => i.hidden);
  const facilitates = isFacilitator(view.facilitation, view.userId);
  for (const item of view.items.values())
    if (item.hidden && (facilitates || item.user_id === view.userId)) return true;
  return false;
}
