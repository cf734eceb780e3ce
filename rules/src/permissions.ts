import type { Action } from "@retro/contract/actions";
import type { ErrorCode } from "@retro/contract/errors";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Item } from "@retro/contract/items";
import type { UserOptions } from "@retro/contract/users";
import type { AvatarsOption } from "@retro/contract/facilitation/facilitator-options";
import { anyOptionSet } from "./facilitation.ts";

/** Null when allowed, else the code of the 403. */
export type RefusalCode = ErrorCode | null;

/** Tells whether this user is the board's facilitator (spec 6.2); false for `null`, the board's channel. */
export function isFacilitator(
  facilitation: Pick<Facilitation, "facilitator_id">,
  userId: string | null,
): boolean {
  return userId !== null && facilitation.facilitator_id === userId;
}

/** May this user lock, unlock, archive or delete the board? Else `board_locked` [M1]. */
export function mayManageBoard(
  facilitation: Pick<Facilitation, "facilitator_id">,
  userId: string,
): RefusalCode {
  return facilitation.facilitator_id === null || isFacilitator(facilitation, userId) ? null : "board_locked";
}

/** May anybody change the board? Else `board_read_only`; the server checks it in every turn [M2]. */
export function mayWrite({ locked }: Pick<Facilitation, "locked">): RefusalCode {
  return locked ? "board_read_only" : null;
}

/** May this user edit settings, sections and the timer? Else `board_read_only` or `board_locked` [E1, M2]. */
export function mayEditBoard(
  facilitation: Pick<Facilitation, "facilitator_id" | "locked">,
  userId: string,
): RefusalCode {
  return mayWrite(facilitation) ?? mayManageBoard(facilitation, userId);
}

/**
 * May this user start the timer? This takes a free seat [S1], but not one that was left with options in force:
 * whoever takes it sees what they hide, and asks for it by name. Else `facilitator_only` or as `mayEditBoard`.
 */
export function mayStartTimer(facilitation: Facilitation, userId: string): RefusalCode {
  const isLeft = facilitation.facilitator_id === null && anyOptionSet(facilitation.facilitator_options);
  return mayEditBoard(facilitation, userId) ?? (isLeft ? "facilitator_only" : null);
}

/** May this user add, edit and move stickers? Else `board_read_only` or `stickers_locked` [E2, M2]. */
export function mayEditStickers(facilitation: Facilitation, userId: string): RefusalCode {
  return mayWrite(facilitation) ?? maySetStatus(facilitation, userId);
}

/** Is this item's text hidden from this user? `null` is the board's channel [H1; spec 6.4]. */
export function isHiddenFrom(
  facilitation: Facilitation,
  item: Pick<Item, "kind" | "user_id">,
  userId: string | null,
): boolean {
  return (
    facilitation.facilitator_options.hideContent &&
    item.kind === "sticker" &&
    !isFacilitator(facilitation, userId) &&
    (userId === null || item.user_id !== userId)
  );
}

/**
 * May this user edit, move or delete this sticker? [E4; spec 11.1] The caller checks the stickers nested in
 * it.
 * @returns `content_hidden` for a sticker whose text is hidden from the user, or a refusal of
 *   `mayEditStickers`
 */
export function mayChangeSticker(
  facilitation: Facilitation,
  item: Pick<Item, "kind" | "user_id">,
  userId: string,
): RefusalCode {
  return (
    mayEditStickers(facilitation, userId) ??
    (isHiddenFrom(facilitation, item, userId) ? "content_hidden" : null)
  );
}

/**
 * Is this action's text hidden from this user? [D3] While content is hidden, an action that was made from a
 * sticker is hidden as the sticker is: only the sticker's author, the action's author and the facilitator get
 * its text. An action that was written directly is never hidden.
 * @param userId null: the board's channel
 */
export function isActionHiddenFrom(
  facilitation: Facilitation,
  action: Pick<Action, "source_item_id" | "source_user_id" | "user_id">,
  userId: string | null,
): boolean {
  return (
    facilitation.facilitator_options.hideContent &&
    action.source_item_id !== null &&
    !isFacilitator(facilitation, userId) &&
    (userId === null || (action.source_user_id !== userId && action.user_id !== userId))
  );
}

/** May this user change or restore this action? Else `content_hidden` or as `mayEditStickers` [D2, D3]. */
export function mayChangeAction(
  facilitation: Facilitation,
  action: Pick<Action, "source_item_id" | "source_user_id" | "user_id">,
  userId: string,
): RefusalCode {
  return (
    mayEditStickers(facilitation, userId) ??
    (isActionHiddenFrom(facilitation, action, userId) ? "content_hidden" : null)
  );
}

/**
 * May this user set the status of an action that they see? [D2] Also on a locked board, whoever could edit
 * before it was locked: what was decided is done after the meeting.
 */
export function maySetStatus(facilitation: Facilitation, userId: string): RefusalCode {
  const mayEdit = mayManageBoard(facilitation, userId) === null;
  return mayEdit || !facilitation.facilitator_options.stopEditing ? null : "stickers_locked";
}

/** May this user set options, reset votes and stop the timer? Else `facilitator_only` [E3, M2; spec 6.2]. */
export function mayFacilitate(facilitation: Facilitation, userId: string): RefusalCode {
  return mayWrite(facilitation) ?? (isFacilitator(facilitation, userId) ? null : "facilitator_only");
}

/** Concealed counts go to the facilitator only [H2; spec 6.4]. `null` is the board's channel. */
export function seesCounts(facilitation: Facilitation, userId: string | null): boolean {
  return !facilitation.facilitator_options.concealVoteCount || isFacilitator(facilitation, userId);
}

/** While avatars are hidden only the author gets it, not the facilitator [H3]. */
export function seesAuthor(
  facilitation: Facilitation,
  authorId: string | null,
  userId: string | null,
): boolean {
  return facilitation.facilitator_options.avatars !== "hide" || (userId !== null && authorId === userId);
}

/** The facilitator's option decides, else the author's choice (spec 3.9 and 4.5). */
export function showsAvatar(option: AvatarsOption, author: Pick<UserOptions, "isAvatarStickers">): boolean {
  return option === "show" || (option !== "hide" && author.isAvatarStickers);
}

/**
 * May the others on the board learn who is writing a new sticker? [H7] Not while avatars or contents are
 * hidden: the name would reveal who wrote the sticker that appears next. Nobody writes on a locked board
 * [M2].
 */
export function mayNameWriters({
  facilitator_options: { avatars, hideContent },
  locked,
}: Facilitation): boolean {
  return avatars !== "hide" && !hideContent && !locked;
}
