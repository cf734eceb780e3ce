import type { ErrorCode } from "@retro/contract/errors";
import type { Item, Facilitation } from "@retro/contract/entities";

/**
 * May-I checks. Each gives null when allowed, else the code of the refusal. The server decides with them; the browser
 * greys out what they would refuse.
 */
export type RefusalCode = ErrorCode | null;

export function isFacilitator(facilitation: Facilitation, userId: string | null): boolean {
  return userId !== null && facilitation.facilitator_id === userId;
}

/** [E1] While a facilitator exists, only that one edits the board (settings, sections, timer menu). */
export function mayEditBoard(facilitation: Facilitation, userId: string): RefusalCode {
  return facilitation.facilitator_id === null || isFacilitator(facilitation, userId) ? null : "board_locked";
}

/** [E2] Stickers can be edited if the board is editable or not set to view-only. */
export function mayEditStickers(facilitation: Facilitation, userId: string): RefusalCode {
  return mayEditBoard(facilitation, userId) === null || !facilitation.facilitator_options.stopEditing
    ? null
    : "stickers_locked";
}

/** [H1] While content is hidden, others' stickers are hidden from all but their owner and the facilitator. */
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

/** May this user edit, move or delete this sticker? Anyone who passes `mayEditStickers`, hidden ones of others excepted. */
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

/** [E3] Options, reset votes, delete stickers, exit; timer stop, pause and play. */
export function mayFacilitate(facilitation: Facilitation, userId: string): RefusalCode {
  return isFacilitator(facilitation, userId) ? null : "facilitator_only";
}

/** [H2] Concealed counts are shown to the facilitator alone. */
export function seesCounts(facilitation: Facilitation, userId: string | null): boolean {
  return !facilitation.facilitator_options.concealVoteCount || isFacilitator(facilitation, userId);
}

/** [H3] While avatars are hidden everybody sees the author of their own stickers only, and so does the facilitator. */
export function seesAuthor(
  facilitation: Facilitation,
  authorId: string | null,
  userId: string | null,
): boolean {
  return facilitation.facilitator_options.avatars !== "hide" || (userId !== null && authorId === userId);
}
