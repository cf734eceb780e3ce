import * as z from "zod/mini";

/** The votes of the caller on a sticker, with its markers (spec 3.7). */
export const vote = z.object({
  id: z.string(),
  item_id: z.string(),
  _lft: z.number(),
  _rgt: z.number(),
  /** Left out: one. */
  count: z.optional(z.number()),
  /** The section for which it counts [V2]; left out: the one in which the sticker is now. */
  section_id: z.optional(z.string()),
});
export type Vote = z.infer<typeof vote>;

/**
 * How many users have voted on a board [V5]. `present` is the number of users on the board now and `voted`
 * how many of them have voted. `present` is null while the server cannot learn who is present; `voted` then
 * counts all users.
 */
export const voterCount = z.object({ voted: z.number(), present: z.nullable(z.number()) });
export type VoterCount = z.infer<typeof voterCount>;

/**
 * GET `boards/{id}/votes-left`: how many of the users on the board have used all votes that the limit gives them,
 * and how many votes those users have left together. While counts are concealed, everybody counts who has been
 * on the board since somebody first asked, and the votes that they have given since [V10].
 */
export const votesLeft = z.object({
  used: z.number(),
  present: z.number(),
  left: z.number(),
  /** What the limit gives each user. */
  each: z.number(),
});
export type VotesLeft = z.infer<typeof votesLeft>;
