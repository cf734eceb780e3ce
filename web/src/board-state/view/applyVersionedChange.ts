import type { Change } from "@retro/contract/changes";
import type { Item } from "@retro/contract/items";
import { applyChange, type BoardView, ownVotesOf, ownVotesOn, withOwnVotes } from "@retro/rules/apply-change";
import { itemPart, keepKnown, scrubPart, withRevealed } from "@retro/rules/parts";
import { seesCounts } from "@retro/rules/permissions";
import { tellsOwnReactions, withOwnReactions } from "@retro/rules/reactions";
import { withItem } from "./changedIds.ts";
import type { PartVersions } from "./partVersions.ts";
import { applyActionChange } from "./versionedActions.ts";

export function sameItem(a: Item, b: Item): boolean {
  if (a === b) return true;
  // Each may carry what the other does not.
  for (const key of Object.keys({ ...a, ...b }) as (keyof Item)[])
    if (key !== "style" && key !== "reactions" && key !== "rounds" && a[key] !== b[key]) return false;
  return (
    isSameJson(a.style, b.style) && isSameJson(a.reactions, b.reactions) && isSameJson(a.rounds, b.rounds)
  );
}

function isSameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/**
 * While avatars are hidden, an event of the board's channel does not say which reactions are the user's own:
 * the newest answer or private event does.
 */
function withKnownReactions(
  view: BoardView,
  versions: PartVersions,
  version: number,
  { item, incoming }: { item: Item; incoming: Item },
): Item {
  const { id } = incoming;
  const known = view.items.get(id);
  if (view.facilitation.facilitator_options.avatars !== "hide") return item;
  if (!item.reactions && !known?.reactions) return item;
  const isNewest = versions.of("ownReactions", id) <= version;
  const tellsOwn = isNewest && !incoming.hidden && tellsOwnReactions(incoming.reactions);
  if (tellsOwn) versions.set("ownReactions", id, version);
  const source = tellsOwn ? incoming : known;
  return { ...item, reactions: withOwnReactions(item.reactions, source?.reactions, view.userId) };
}

/**
 * Merges an item of a version with the view's item of the same id, and records its versions. Of an item older
 * than the known one, takes only what it reveals.
 * @returns undefined if the item was deleted in a newer version; the view's own item if it stays as it is
 */
export function mergeItem(
  view: BoardView,
  versions: PartVersions,
  version: number,
  incoming: Item,
): Item | undefined {
  const { id } = incoming;
  const known = view.items.get(id);
  const stale = versions.of("items", id) > version;
  if (stale && !known) return undefined;
  let item = stale && known ? withRevealed(itemPart, known, incoming) : incoming;
  if (versions.of("votes", id) > version)
    item = { ...item, votes: known ? known.votes : incoming.votes && 0 };
  else if (incoming.votes !== null) {
    if (item !== incoming) item = { ...item, votes: incoming.votes };
    versions.set("votes", id, version);
  } else if (known) item = { ...item, votes: known.votes };
  item = withKnownReactions(view, versions, version, { item, incoming });
  if (!stale) versions.set("items", id, version);
  // A late item may have been presented under older options.
  const shown = scrubPart(itemPart, keepKnown(itemPart, known, item, view), view);
  return known && sameItem(known, shown) ? known : shown;
}

function putItem(view: BoardView, versions: PartVersions, version: number, incoming: Item): BoardView {
  const { id } = incoming;
  const known = view.items.get(id);
  const item = mergeItem(view, versions, version, incoming);
  if (item === undefined || item === known) return view;
  const next = { ...view, items: withItem(view.items, item) };
  // The sticker was deleted and added again, because its answer was lost: its earlier votes do not count.
  const addedAgain = known?.created_at !== item.created_at;
  const dropsVote = addedAgain && view.votedIds.has(id) && versions.of("ownVotes", id) <= version;
  return dropsVote ? applyChange(next, { type: "vote.mine", item_id: id, voted: false }) : next;
}

/** Applied twice, late or out of order, a change gives the same view [Y2]. */
export function applyVersionedChange(
  view: BoardView,
  versions: PartVersions,
  version: number,
  change: Change,
): BoardView {
  switch (change.type) {
    case "item.put":
      return putItem(view, versions, version, change.item);
    case "item.deleted": {
      const ids = change.ids.filter((id) => versions.of("items", id) <= version);
      for (const id of ids) versions.set("items", id, version);
      // A snapshot's items may be newer than its votes: also remove votes for items that are gone.
      const removed = change.ids.filter((id) =>
        view.items.has(id)
          ? ids.includes(id)
          : view.votedIds.has(id) && versions.of("ownVotes", id) <= version,
      );
      for (const id of change.ids)
        if (versions.of("ownVotes", id) < version) versions.set("ownVotes", id, version);
      return removed.length > 0 ? applyChange(view, { type: "item.deleted", ids: removed }) : view;
    }
    case "board.put":
      if (versions.details > version) return view;
      versions.details = version;
      return applyChange(view, change);
    case "session.put":
      if (versions.facilitation > version) return view;
      versions.facilitation = version;
      return applyChange(view, change);
    case "votes.put": {
      const known = view.items.get(change.item_id);
      if (
        !known ||
        versions.of("votes", change.item_id) > version ||
        !seesCounts(view.facilitation, view.userId)
      )
        return view;
      versions.set("votes", change.item_id, version);
      return known.votes === change.votes ? view : applyChange(view, change);
    }
    case "votes.reset": {
      // Votes put after the reset may have arrived before it: they stay.
      const items = new Map(view.items);
      for (const item of view.items.values())
        if (item.votes && versions.of("votes", item.id) <= version) items.set(item.id, { ...item, votes: 0 });
      const mine = ownVotesOf(view).filter((id) => versions.of("ownVotes", id) > version);
      versions.setAll("votes", version);
      versions.setAll("ownVotes", version);
      return withOwnVotes({ ...view, items }, mine);
    }
    case "vote.mine":
      if (versions.of("ownVotes", change.item_id) > version) return view;
      versions.set("ownVotes", change.item_id, version);
      // The change of a vote may arrive after the deletion of its sticker.
      if (change.voted && !view.items.has(change.item_id)) return view;
      return ownVotesOn(view, change.item_id) === (change.voted ? (change.count ?? 1) : 0)
        ? view
        : applyChange(view, change);
    case "action.put":
    case "action.deleted":
      return applyActionChange(view, versions, version, change);
    case "tick":
      return view;
    default:
      change satisfies never;
      return view;
  }
}
