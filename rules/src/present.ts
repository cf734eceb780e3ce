import type { Change } from "@retro/contract/changes";
import type { Item, SessionState } from "@retro/contract/entities";
import { isFacilitator, isHiddenFrom, seesAuthor, seesCounts } from "./gates.ts";

/**
 * The receiver: a user, or `null` for a channel that everyone on the board gets.
 */
export type Audience = string | null;

/** A change as the server knows it: whole, and for a vote with its voter. Never leaves the server but through `presentChange`. */
export type WholeChange =
  | Exclude<Change, { type: "votes.put" | "vote.mine" }>
  | { type: "vote"; item_id: string; user_id: string; voted: boolean; votes: number };

/** [H4] The item as this audience may see it under the options in force now. */
export function presentItem(item: Item, session: SessionState, audience: Audience): Item {
  const hidden = isHiddenFrom(session, item, audience);
  return {
    ...item,
    title: hidden ? null : item.title,
    hidden,
    user_id: seesAuthor(session, item.user_id, audience) ? item.user_id : null,
    votes: seesCounts(session, audience) ? item.votes : null,
  };
}

/**
 * Names what `presentItem` depends on besides the item and the session: users with the same key see the same items in the same form.
 * While the view depends on who wrote an item, the key contains the user's id.
 */
export function audienceKey(session: SessionState, userId: string): string {
  const { hideContent, concealVoteCount, avatars } = session.facilitator_options;
  const facilitates = isFacilitator(session, userId);
  if (avatars === "hide" || (hideContent && !facilitates)) return `user:${userId}`;
  return facilitates && (hideContent || concealVoteCount) ? "facilitator" : "everyone";
}

/** The change as this audience may learn of it; a vote it may not know of becomes a bare tick that names no sticker. */
export function presentChange(change: WholeChange, session: SessionState, audience: Audience): Change[] {
  switch (change.type) {
    case "item.put":
      return [{ type: "item.put", item: presentItem(change.item, session, audience) }];
    case "vote": {
      const told: Change[] = seesCounts(session, audience)
        ? [{ type: "votes.put", item_id: change.item_id, votes: change.votes }]
        : [{ type: "tick" }];
      if (audience === change.user_id)
        told.push({ type: "vote.mine", item_id: change.item_id, voted: change.voted });
      return told;
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
export function privilegedAudiences(changes: readonly WholeChange[], session: SessionState): Set<string> {
  const audiences = new Set<string>();
  const { hideContent, concealVoteCount, avatars } = session.facilitator_options;
  for (const change of changes) {
    if (change.type === "vote") {
      audiences.add(change.user_id);
      if (concealVoteCount && session.facilitator_id) audiences.add(session.facilitator_id);
    }
    if (change.type === "item.put" && change.item.kind === "sticker") {
      if ((hideContent || avatars === "hide") && change.item.user_id) audiences.add(change.item.user_id);
      if ((hideContent || concealVoteCount) && session.facilitator_id) audiences.add(session.facilitator_id);
    }
  }
  return audiences;
}

/**
 * After a change of the session: does this user now see something that was withheld from them, so that one reload is due?
 */
export function revealsTo(before: SessionState, after: SessionState, userId: string): boolean {
  const b = before.facilitator_options;
  const a = after.facilitator_options;
  const wasOver = isFacilitator(before, userId);
  const isOver = isFacilitator(after, userId);
  const textWithheld = b.hideContent && !wasOver;
  const textStill = a.hideContent && !isOver;
  const countsWithheld = b.concealVoteCount && !wasOver;
  const countsStill = a.concealVoteCount && !isOver;
  return (
    (textWithheld && !textStill) ||
    (countsWithheld && !countsStill) ||
    (b.avatars === "hide" && a.avatars !== "hide")
  );
}
