import * as z from "zod/mini";
import { limits } from "../limits.ts";
import { text } from "../text.ts";

/** Search in a team's space [G8]. */

export const spaceSearchQuery = z.object({ q: text({ max: limits.spaceSearch.question }) });

export const spaceSearchHit = z.object({
  kind: z.enum(["board", "sticker", "action"]),
  /** Of the board, the sticker or the action. */
  id: z.string(),
  board_id: z.string(),
  board_title: z.string(),
  board_created_at: z.string(),
  archived: z.optional(z.literal(true)),
  /** The title of the board; of a long sticker or action the part with the first word. */
  text: z.string(),
});
export type SpaceSearchHit = z.infer<typeof spaceSearchHit>;

export const spaceSearchResult = z.object({
  hits: z.array(spaceSearchHit),
  /** There are more than `limits.spaceSearch.found`. */
  more: z.boolean(),
});
export type SpaceSearchResult = z.infer<typeof spaceSearchResult>;
