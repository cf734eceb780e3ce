import type { Action } from "@retro/contract/actions";
import type { Change } from "@retro/contract/changes";
import type { Item, Facilitation } from "@retro/contract/entities";
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
  /** `own`: how many votes the user has on the sticker now. */
  | { type: "vote"; item_id: string; user_id: string; own: number; votes: number }
  /**
   * A restored sticker has its votes again [T12]; it follows the sticker's `item.put`. `user_ids` has a user
   * once for each vote.
   */
  | { type: "votes.restored"; item_id: string; user_ids: readonly string[]; votes: number };

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
 * @returns a copy; `text` is null where the audience may not see it, and `hidden` says so. Of the two users
 *   the audience gets those that it would get as authors of stickers
 */
export function presentAction(action: Action, facilitation: Facilitation, audience: Audience): Action {
  const hidden = isActionHiddenFrom(facilitation, action, audience);
  const shown = (userId: string | null) => (seesAuthor(facilitation, userId, audience) ? userId : null);
  return {
    ...action,
    text: hidden ? null : action.text,
    hidden,
    // The address of an issue often has its title in it.
    link: hidden ? null : action.link,
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
      if (audience === change.user_id) visible.push(ownVoteChange(change.item_id, change.own));
      return visible;
    }
    case "votes.restored": {
      const { item_id, user_ids, votes } = change;
      const visible: Change[] = seesCounts(facilitation, audience)
        ? [{ type: "votes.put", item_id, votes }]
        : [{ type: "tick" }];
      const own = user_ids.filter((id) => id === audience).length;
      if (own > 0) visible.push(ownVoteChange(item_id, own));
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

/** What a user learns of their own votes on a sticker. */
export function ownVoteChange(itemId: string, own: number): Extract<Change, { type: "vote.mine" }> {
  return { type: "vote.mine", item_id: itemId, voted: own > 0, ...(own > 1 && { count: own }) };
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
      for (const id of change.type === "vote" ? [change.user_id] : change.user_ids) audiences.add(id);
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
