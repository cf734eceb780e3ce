import * as z from "zod/mini";
import { limits } from "../limits.ts";

/** How many votes a user may cast (spec 4.5). `false`: no limit; `limit: 0`: no votes at all. */
export const votesOption = z.union([
  z.literal(false),
  z.strictObject({
    limit: z
      .int({ error: "validation.wholeNumber" })
      .check(
        z.gte(0, { error: "validation.notNegative" }),
        z.lte(limits.voteLimitMax, { error: "validation.tooLarge" }),
      ),
    item: z.enum(["board", "section"]),
  }),
]);
export type VotesOption = z.infer<typeof votesOption>;
/** Authors on stickers: as each author chose, always shown, or hidden from everyone else (spec 9.6). */
export const avatarsOption = z.union([z.literal(false), z.enum(["none", "show", "hide"])]);
export type AvatarsOption = z.infer<typeof avatarsOption>;

export const facilitatorOptions = z.object({
  hideContent: z.boolean(),
  stopEditing: z.boolean(),
  concealVoteCount: z.boolean(),
  showStickerDate: z.boolean(),
  votes: votesOption,
  avatars: avatarsOption,
});
export type FacilitatorOptions = z.infer<typeof facilitatorOptions>;
export type OptionName = keyof FacilitatorOptions;

export const noOptions: FacilitatorOptions = {
  hideContent: false,
  stopEditing: false,
  concealVoteCount: false,
  showStickerDate: false,
  votes: false,
  avatars: false,
};
