import type { Action } from "@retro/contract/actions";
import type { Change } from "@retro/contract/changes";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Item } from "@retro/contract/items";
import { isActionHiddenFrom, isFacilitator, isHiddenFrom, seesAuthor, seesCounts } from "./permissions.ts";
import { presentReactions, reactorsOf } from "./reactions.ts";

/** A user's id, or `null` for the board's channel, which everyone on the board gets [H4]. */
export type Audience = string | null;

/** A change with everything that the server knows. It leaves the server only through `presentChange`. */
export type UnredactedChange =
  | Exclude<Change, { type: "item.put" | "votes.put" | "vote.mine" | "action.put" }>
  /**
   * `happened` is left out for what is no news: a move, a restored action, an erased name; `before` for a new
   * action.
   */
  | { type: "action.put"; action: Action; happened?: "created" | "changed" | "done"; before?: Action }
  /** `reactor`: the user who gave a reaction or took it back; nothing else of the item has changed [K1]. */
  | { type: "item.put"; item: Item; reactor?: string }
  /** `own`: how many votes the user has on the sticker now; `section_id` as in `vote.mine`. */
  | ({ type: "vote"; item_id: string; votes: number } & OwnVotes)
  /** A restored sticker has its votes again [T12]; it follows the sticker's `item.put`. */
  | { type: "votes.restored"; item_id: string; voters: readonly OwnVotes[]; votes: number };

export interface OwnVotes {
  user_id: string;
  own: number;
  section_id?: string;
}

/**
 * Presents an item to an audience, under the options in force now [H1, H2, H3, H4; spec 11.6].
 * @returns a copy; `title`, `user_id` and `votes` are null where the audience may not see them, `hidden` says
 *   it of the title; the reactions, the name of the group and the note of the topic are withheld with the title
 *   [K2, N1, F7]
 */
export function presentItem(item: Item, facilitation: Facilitation, audience: Audience): Item {
  const hidden = isHiddenFrom(facilitation, item, audience);
  return {
    ...item,
    title: hidden ? null : item.title,
    hidden,
    user_id: seesAuthor(facilitation, item.user_id, audience) ? item.user_id : null,
    votes: seesCounts(facilitation, audience) ? item.votes : null,
    ...(item.reactions && {
      reactions: hidden ? undefined : presentReactions(item.reactions, facilitation, audience),
    }),
    ...(hidden && item.name !== undefined && { name: undefined }),
    ...(hidden && item.note !== undefined && { note: undefined }),
  };
}

/**
 * Presents an action to an audience, under the options in force now [D3, H3, H4].
 * @returns a copy; text, link, owner and date are null where the audience may not see them, and `hidden` says so.
 *   Of the two users the audience gets those that it would get as authors of stickers
 */
export function presentAction(action: Action, facilitation: Facilitation, audience: Audience): Action {
  const hidden = isActionHiddenFrom(facilitation, action, audience);
  const shown = (userId: string | null) => (seesAuthor(facilitation, userId, audience) ? userId : null);
  return {
    ...action,
    text: hidden ? null : action.text,
    hidden,
    // The address of an issue often has its title in it, and an owner with a date reveals much of the text.
    ...(hidden && { link: null, owner_id: null, owner_name: null, due_on: null }),
    source_user_id: shown(action.source_user_id),
    user_id: shown(action.user_id),
  };
}

/**
 * Groups users who see the same [H4]: users with equal keys get equal results of `presentItem` for every item
 * of the board.
 * @returns `everyone`, `facilitator`, or `user:` and the user's id while the result depends on who wrote an
 *   item
 */
export function audienceKey(facilitation: Facilitation, userId: string): string {
  const { hideContent, concealVoteCount, avatars } = facilitation.facilitator_options;
  const facilitates = isFacilitator(facilitation, userId);
  if (avatars === "hide" || (hideContent && !facilitates)) return `user:${userId}`;
  return facilitates && (hideContent || concealVoteCount) ? "facilitator" : "everyone";
}

/**
 * Presents a change to an audience, under the options in force now [H2, H4].
 * @returns the changes to send: for a vote whose count is concealed a `tick`, which names no sticker; for a
 *   vote of the audience's user also `vote.mine`
 */
export function presentChange(
  change: UnredactedChange,
  facilitation: Facilitation,
  audience: Audience,
): Change[] {
  switch (change.type) {
    case "item.put":
      return [{ type: "item.put", item: presentItem(change.item, facilitation, audience) }];
    case "vote": {
      const visible: Change[] = seesCounts(facilitation, audience)
        ? [{ type: "votes.put", item_id: change.item_id, votes: change.votes }]
        : [{ type: "tick" }];
      if (audience === change.user_id) visible.push(ownVoteChange(change.item_id, change));
      return visible;
    }
    case "votes.restored": {
      const { item_id, voters, votes } = change;
      // No tick: it would reveal that the sticker has votes.
      const visible: Change[] = seesCounts(facilitation, audience)
        ? [{ type: "votes.put", item_id, votes }]
        : [];
      const voter = voters.find(({ user_id }) => user_id === audience);
      if (voter) visible.push(ownVoteChange(item_id, voter));
      return visible;
    }
    case "action.put":
      return [{ type: "action.put", action: presentAction(change.action, facilitation, audience) }];
    case "item.deleted":
    case "action.deleted":
    case "board.put":
    case "session.put":
    case "votes.reset":
    case "tick":
      return [change];
    default:
      return change satisfies never;
  }
}

/** The user's own votes on a sticker, as the user may see them. */
export function ownVoteChange(
  itemId: string,
  { own, section_id }: Omit<OwnVotes, "user_id">,
): Extract<Change, { type: "vote.mine" }> {
  return {
    type: "vote.mine",
    item_id: itemId,
    voted: own > 0,
    ...(own > 1 && { count: own }),
    ...(own > 0 && section_id !== undefined && { section_id }),
  };
}

/** Users who may see more of these changes than the channel carries [H4]. */
export function privilegedAudiences(
  changes: readonly UnredactedChange[],
  facilitation: Facilitation,
): Set<string> {
  const audiences = new Set<string>();
  const { hideContent, concealVoteCount, avatars } = facilitation.facilitator_options;
  for (const change of changes) {
    if (change.type === "vote" || change.type === "votes.restored") {
      for (const { user_id } of change.type === "vote" ? [change] : change.voters) audiences.add(user_id);
      if (concealVoteCount && facilitation.facilitator_id) audiences.add(facilitation.facilitator_id);
    }
    if (change.type === "action.put") {
      const { source_item_id, source_user_id, user_id } = change.action;
      const isFromSticker = hideContent && source_item_id !== null;
      if (isFromSticker || avatars === "hide")
        for (const id of [source_user_id, user_id]) if (id) audiences.add(id);
      if (isFromSticker && facilitation.facilitator_id) audiences.add(facilitation.facilitator_id);
    }
    if (change.type === "item.put" && change.item.kind === "sticker") {
      if ((hideContent || avatars === "hide") && change.item.user_id) audiences.add(change.item.user_id);
      if (avatars === "hide")
        for (const id of reactorsOf(change.item.reactions, change.reactor)) audiences.add(id);
      if ((hideContent || concealVoteCount) && facilitation.facilitator_id)
        audiences.add(facilitation.facilitator_id);
    }
  }
  return audiences;
}

/** True when the browser has to load the board again, because the change carries no items [H6]. */
export function revealsTo(before: Facilitation, after: Facilitation, userId: string): boolean {
  const optionsBefore = before.facilitator_options;
  const optionsAfter = after.facilitator_options;
  const wasFacilitator = isFacilitator(before, userId);
  const isStillFacilitator = isFacilitator(after, userId);
  const textWithheld = optionsBefore.hideContent && !wasFacilitator;
  const textStillWithheld = optionsAfter.hideContent && !isStillFacilitator;
  const countsWithheld = optionsBefore.concealVoteCount && !wasFacilitator;
  const countsStillWithheld = optionsAfter.concealVoteCount && !isStillFacilitator;
  return (
    (textWithheld && !textStillWithheld) ||
    (countsWithheld && !countsStillWithheld) ||
    (optionsBefore.avatars === "hide" && optionsAfter.avatars !== "hide")
  );
}
