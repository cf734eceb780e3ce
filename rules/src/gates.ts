import type { ErrorCode } from "@retro/contract/errors";
import type { Item, SessionState } from "@retro/contract/entities";

/**
 * May-I checks. Each gives null when allowed, else the code of the refusal. The server decides with them; the browser
 * greys out what they would refuse.
 */
export type Refusal = ErrorCode | null;

export function isFacilitator(session: SessionState, userId: string | null): boolean {
  return userId !== null && session.facilitator_id === userId;
}

/** [E1] While a facilitator exists, only that one edits the board (settings, sections, timer menu). */
export function mayEditBoard(session: SessionState, userId: string): Refusal {
  return session.facilitator_id === null || isFacilitator(session, userId) ? null : "board_locked";
}

/** [E2] Stickers can be edited if the board is editable or not set to view-only. */
export function mayEditStickers(session: SessionState, userId: string): Refusal {
  return mayEditBoard(session, userId) === null || !session.facilitator_options.stopEditing
    ? null
    : "stickers_locked";
}

/** [H1] While content is hidden, others' stickers are hidden from all but their owner and the facilitator. */
export function isHiddenFrom(
  session: SessionState,
  item: Pick<Item, "kind" | "user_id">,
  userId: string | null,
): boolean {
  return (
    session.facilitator_options.hideContent &&
    item.kind === "sticker" &&
    !isFacilitator(session, userId) &&
    (userId === null || item.user_id !== userId)
  );
}

/** May this user edit, move or delete this sticker? Anyone who passes `mayEditStickers`, hidden ones of others excepted. */
export function mayTouchSticker(
  session: SessionState,
  item: Pick<Item, "kind" | "user_id">,
  userId: string,
): Refusal {
  return mayEditStickers(session, userId) ?? (isHiddenFrom(session, item, userId) ? "content_hidden" : null);
}

/** [E3] Options, reset votes, delete stickers, exit; timer stop, pause and play. */
export function mayFacilitate(session: SessionState, userId: string): Refusal {
  return isFacilitator(session, userId) ? null : "facilitator_only";
}

/** [H2] Concealed counts are shown to the facilitator alone. */
export function seesCounts(session: SessionState, userId: string | null): boolean {
  return !session.facilitator_options.concealVoteCount || isFacilitator(session, userId);
}

/** [H3] While avatars are hidden everybody sees the author of their own stickers only, and so does the facilitator. */
export function seesAuthor(session: SessionState, authorId: string | null, userId: string | null): boolean {
  return session.facilitator_options.avatars !== "hide" || (userId !== null && authorId === userId);
}
