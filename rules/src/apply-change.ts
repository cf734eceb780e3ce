import type { Action } from "@retro/contract/actions";
import type { Change } from "@retro/contract/changes";
import type { BoardDetails, Item, Facilitation } from "@retro/contract/entities";
import { isFacilitator } from "./permissions.ts";
import { presentAction, presentItem } from "./present.ts";

/** A board as one browser knows it. Immutable: every change makes a new view; untouched items keep their identity [Y1]. */
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
 * An event of the board's channel carries a sticker without what only its author or the facilitator may see [H4]. If the view already
 * has it, it stays: the text of the same revision, the user's authorship, the count.
 */
export function keepKnownFields(known: Item | undefined, incoming: Item, view: BoardView): Item {
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

/** As `keepKnownFields`, for an action: the text of the same revision, and what the user knows about their own part in it [D3, H4]. */
export function keepKnownAction(known: Action | undefined, incoming: Action, view: BoardView): Action {
  if (!known) return incoming;
  const { userId, facilitation } = view;
  const isOwn = known.user_id === userId || known.source_user_id === userId;
  const keepsText =
    incoming.hidden &&
    !known.hidden &&
    known.rev === incoming.rev &&
    (isOwn || isFacilitator(facilitation, userId));
  const kept = (now: string | null, before: string | null) =>
    now === null && before === userId ? before : now;
  return {
    ...incoming,
    ...(keepsText ? { text: known.text, hidden: false } : {}),
    user_id: kept(incoming.user_id, known.user_id),
    source_user_id: kept(incoming.source_user_id, known.source_user_id),
  };
}

/**
 * Applies one change [Y1; spec 10.10]. Predicted changes, answers of the server and changes of others all take this path.
 * A change about something that the view does not hold does no harm.
 * @returns the view after the change
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
      const next = keepKnownAction(view.actions.get(action.id), action, view);
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
      // A newer server may send a type that this page does not know: the sync layer reloads the page, and the view does not change.
      change satisfies never;
      return view;
  }
}

/**
 * Removes what the options in force now withhold from this user: hidden texts, concealed counts, hidden authors [H6; spec 11.6].
 * @returns the same view if nothing is withheld
 */
export function scrubWithheldData(view: BoardView): BoardView {
  let items: Map<string, Item> | null = null;
  for (const item of view.items.values()) {
    const presented = presentItem(item, view.facilitation, view.userId);
    // A sticker without its text keeps the mark `hidden`: `isMissingVisibleText` looks for it.
    const shown = item.hidden ? { ...presented, hidden: true } : presented;
    const same = shown.title === item.title && shown.user_id === item.user_id && shown.votes === item.votes;
    if (!same) (items ??= new Map(view.items)).set(item.id, shown);
  }
  const actions = scrubActions(view);
  return items || actions ? { ...view, ...(items && { items }), ...(actions && { actions }) } : view;
}

/** @returns null if nothing is withheld from the user */
function scrubActions({ actions: known, facilitation, userId }: BoardView): Map<string, Action> | null {
  let actions: Map<string, Action> | null = null;
  for (const action of known.values()) {
    const presented = presentAction(action, facilitation, userId);
    const shown = action.hidden ? { ...presented, hidden: true } : presented;
    const same =
      shown.text === action.text &&
      shown.user_id === action.user_id &&
      shown.source_user_id === action.source_user_id;
    if (!same) (actions ??= new Map(known)).set(action.id, shown);
  }
  return actions;
}

/**
 * Applies all changes of one version [Y2].
 * @returns the view after them, at that version
 */
export function applyVersion(view: BoardView, version: number, changes: readonly Change[]): BoardView {
  let next = view;
  // Consecutive items share one copy of the map: a copy for each would take items × changes steps.
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

/** Tells whether the view lacks this sticker's text although the user may see it [H1]: a private event brings it, or was lost [Y3]. */
export function isMissingText(view: BoardView, item: Item): boolean {
  if (!item.hidden) return false;
  const { facilitation, userId } = view;
  if (!facilitation.facilitator_options.hideContent) return true;
  return item.user_id === userId || isFacilitator(facilitation, userId);
}

/**
 * Tells whether the view lacks a text that this user may see [H1], because a private event was lost [Y3].
 * @returns true when the board has to be fetched again
 */
export function isMissingVisibleText(view: BoardView): boolean {
  if (!view.facilitation.facilitator_options.hideContent)
    return [...view.items.values(), ...view.actions.values()].some((each) => each.hidden);
  for (const item of view.items.values()) if (isMissingText(view, item)) return true;
  const facilitates = isFacilitator(view.facilitation, view.userId);
  for (const { hidden, user_id, source_user_id } of view.actions.values())
    if (hidden && (facilitates || user_id === view.userId || source_user_id === view.userId)) return true;
  return false;
}
