import type { Action } from "@retro/contract/actions";
import type { Change } from "@retro/contract/changes";
import type { BoardDetails } from "@retro/contract/boards";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Item } from "@retro/contract/items";
import { sectionIdOf } from "./tree.ts";
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
  /** The user's votes on a sticker beyond the first one [V9]; left out while there are none. */
  readonly furtherVotes?: ReadonlyMap<string, number>;
  /** The sections in which the user gave those votes, by sticker [V2]. */
  readonly voteSections?: ReadonlyMap<string, string>;
  /** The board's actions, or those known so far [D1]. */
  readonly actions: ReadonlyMap<string, Action>;
}

/**
 * Applies one change [Y1; spec 10.10]. Predicted changes, answers of the server and changes of others all
 * take this path. A change of something that the view does not contain has no effect.
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
      const gone = new Set(change.ids);
      for (const id of gone) items.delete(id);
      return withOwnVotes(
        { ...view, items },
        ownVotesOf(view).filter((id) => !gone.has(id)),
      );
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
      return withOwnVotes({ ...view, items }, []);
    }
    case "vote.mine": {
      const others = ownVotesOf(view).filter((id) => id !== change.item_id);
      const count = change.voted ? (change.count ?? 1) : 0;
      const ids = [...others, ...Array.from({ length: count }, () => change.item_id)];
      return withOwnVotes(view, ids, change.section_id ? { [change.item_id]: change.section_id } : {});
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

/** The ids of the stickers with the user's votes, each once for every vote [V9]. */
export function ownVotesOf({
  votedIds,
  furtherVotes,
}: Pick<BoardView, "votedIds" | "furtherVotes">): string[] {
  return [...votedIds].flatMap((id) => Array.from({ length: 1 + (furtherVotes?.get(id) ?? 0) }, () => id));
}

/** How many votes the user has on a sticker. */
export function ownVotesOn(view: Pick<BoardView, "votedIds" | "furtherVotes">, id: string): number {
  return view.votedIds.has(id) ? 1 + (view.furtherVotes?.get(id) ?? 0) : 0;
}

/**
 * @param ids as `ownVotesOf` gives them
 * @param givenIn the sections of votes whose stickers have moved since; a vote that is new counts where its
 *   sticker is
 */
export function withOwnVotes(
  view: BoardView,
  ids: readonly string[],
  givenIn: Readonly<Record<string, string>> = {},
): BoardView {
  const votedIds = new Set<string>();
  const further = new Map<string, number>();
  const voteSections = new Map<string, string>();
  for (const id of ids)
    if (votedIds.has(id)) further.set(id, (further.get(id) ?? 0) + 1);
    else {
      votedIds.add(id);
      const section = givenIn[id] ?? view.voteSections?.get(id) ?? sectionIdOf(view.items, id);
      if (section !== null) voteSections.set(id, section);
    }
  const { furtherVotes: _, ...rest } = view;
  return { ...rest, votedIds, voteSections, ...(further.size > 0 && { furtherVotes: further }) };
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
