import type { Change } from "@retro/contract/changes";
import type { Item, Facilitation } from "@retro/contract/entities";
import { isFacilitator, isHiddenFrom, seesAuthor, seesCounts } from "./permissions.ts";

/**
 * The receiver: a user, or `null` for a channel that everyone on the board gets.
 */
export type Audience = string | null;

/** A change as the server knows it: whole, and for a vote with its voter. Never leaves the server but through `presentChange`. */
export type UnredactedChange =
  | Exclude<Change, { type: "votes.put" | "vote.mine" }>
  | { type: "vote"; item_id: string; user_id: string; voted: boolean; votes: number };

/** [H4] The item as this audience may see it under the options in force now. */
export function presentItem(item: Item, facilitation: Facilitation, audience: Audience): Item {
  const hidden = isHiddenFrom(facilitation, item, audience);
  return {
    ...item,
    title: hidden ? null : item.title,
    hidden,
    user_id: seesAuthor(facilitation, item.user_id, audience) ? item.user_id : null,
    votes: seesCounts(facilitation, audience) ? item.votes : null,
  };
}

/**
 * Names what `presentItem` depends on besides the item and the session: users with the same key see the same items in the same form.
 * While the view depends on who wrote an item, the key contains the user's id.
 */
export function audienceKey(facilitation: Facilitation, userId: string): string {
  const { hideContent, concealVoteCount, avatars } = facilitation.facilitator_options;
  const facilitates = isFacilitator(facilitation, userId);
  if (avatars === "hide" || (hideContent && !facilitates)) return `user:${userId}`;
  return facilitates && (hideContent || concealVoteCount) ? "facilitator" : "everyone";
}

/** The change as this audience may learn of it; a vote it may not know of becomes a bare tick that names no sticker. */
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
      if (audience === change.user_id)
        visible.push({ type: "vote.mine", item_id: change.item_id, voted: change.voted });
      return visible;
    }
    case "item.deleted":
    case "board.put":
    case "session.put":
    case "votes.reset":
    case "tick":
      return [change];
    default:
      return change satisfies never;
  }
}

/**
 * Users who may see more of these changes than the board's channel carries: they also get them on their private channel.
 */
export function privilegedAudiences(
  changes: readonly UnredactedChange[],
  facilitation: Facilitation,
): Set<string> {
  const audiences = new Set<string>();
  const { hideContent, concealVoteCount, avatars } = facilitation.facilitator_options;
  for (const change of changes) {
    if (change.type === "vote") {
      audiences.add(change.user_id);
      if (concealVoteCount && facilitation.facilitator_id) audiences.add(facilitation.facilitator_id);
    }
    if (change.type === "item.put" && change.item.kind === "sticker") {
      if ((hideContent || avatars === "hide") && change.item.user_id) audiences.add(change.item.user_id);
      if ((hideContent || concealVoteCount) && facilitation.facilitator_id)
        audiences.add(facilitation.facilitator_id);
    }
  }
  return audiences;
}

/**
 * After a change of the session: does this user now see something that was withheld from them, so that one reload is due?
 */
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
