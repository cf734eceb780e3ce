import type { RefusalCode } from "@retro/rules/permissions";

/**
 * Why a change cannot be undone or redone:
 * - `changed`: another user has changed the text, the style or the place since
 * - `gone`: another user has deleted the sticker or section since
 * - `voted`: others have voted for a sticker that would be deleted
 * - `place`: the place to return to is gone, or is nested too deep
 * - `order`: another user has changed the order since
 * - `lost`: the server no longer has the deleted sticker
 */
export type UndoConflict = "changed" | "gone" | "voted" | "place" | "order" | "lost";

export type UndoRefusal =
  | { readonly conflict: UndoConflict; readonly id: string | null }
  /** A rule forbids it now; later it may be allowed. */
  | { readonly code: NonNullable<RefusalCode> };
