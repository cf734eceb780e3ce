import * as z from "zod/mini";
import { facilitation } from "./facilitation/facilitation.ts";
import { personInfo } from "./users.ts";

export const boardDetails = z.object({ title: z.string(), description: z.string() });
export type BoardDetails = z.infer<typeof boardDetails>;

/** A board without its items (spec 3.2, 10.3). Epoch milliseconds; flags are absent unless true. */
export const board = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  ...facilitation.shape,
  sections: z.array(z.object({ id: z.string(), title: z.string() })),
  /** The number of actions; left out on a board without actions [D1]. */
  action_count: z.optional(z.number()),
  version: z.number(),
  serverTime: z.number(),
  archived: z.optional(z.literal(true)),
  passphrase: z.optional(z.literal(true)),
});
export type Board = z.infer<typeof board>;

/** The `data` of a 404 `board_in_bin` [M4]: whether the caller may restore the board, and until when. */
export const binnedBoard = z.object({ may_restore: z.boolean(), bin_until: z.string() });
export type BinnedBoard = z.infer<typeof binnedBoard>;

/** The `data` of a 403 `passphrase_required` [M5]. `set_by` only for those who have opened it before. */
export const passphraseRefusal = z.object({ may_remove: z.boolean(), set_by: z.optional(z.string()) });
export type PassphraseRefusal = z.infer<typeof passphraseRefusal>;

/** A section on the card of a board [B5]; `color` null: the theme's. Nested stickers count. */
export const sectionSummary = z.object({
  title: z.string(),
  color: z.nullable(z.string()),
  stickers: z.number(),
});
export type SectionSummary = z.infer<typeof sectionSummary>;

/** Properties of a board in a list; a property that is false is absent. */
export const boardStates = {
  locked: z.optional(z.literal(true)),
  archived: z.optional(z.literal(true)),
  /** `needed`: the caller has not given it, and the row shows nothing of the board [M5]. */
  passphrase: z.optional(z.enum(["given", "needed"])),
  /** Until when the board in the bin can be restored. */
  bin_until: z.optional(z.string()),
};

/** A row of `GET boards` (spec 3.14, 10.3). Administrators' lists leave the optional fields out. */
export const boardListRow = z.object({
  id: z.string(),
  title: z.string(),
  section_count: z.number(),
  sticker_count: z.number(),
  visited_at: z.optional(z.string()),
  /** The users who opened the board last. */
  people: z.optional(z.array(personInfo)),
  /** The board's sections, in order. Absent too when a long list of huge boards would cost too much. */
  sections: z.optional(z.array(sectionSummary)),
  /** May the caller manage the board, and rename it unless it is locked [E1, M1]? */
  can_edit: z.optional(z.boolean()),
  /** The caller has made the board, and it is in a space whose key the caller has not shown [G4]. */
  in_other_space: z.optional(z.literal(true)),
  ...boardStates,
});
export type BoardListRow = z.infer<typeof boardListRow>;
