import * as z from "zod/mini";
import { action } from "./actions.ts";
import { boardDetails } from "./boards.ts";
import { facilitation } from "./facilitation/facilitation.ts";
import { item } from "./items.ts";

/** A result of a committed command, as resulting values, never as instructions (spec 10.10; Y1). */
export const change = z.discriminatedUnion("type", [
  z.object({ type: z.literal("item.put"), item }),
  z.object({ type: z.literal("item.deleted"), ids: z.array(z.string()) }),
  z.object({ type: z.literal("board.put"), board: boardDetails }),
  z.object({ type: z.literal("session.put"), session: facilitation }),
  z.object({ type: z.literal("votes.put"), item_id: z.string(), votes: z.number() }),
  z.object({ type: z.literal("votes.reset") }),
  /** The user's own vote, which only that user gets. */
  z.object({
    type: z.literal("vote.mine"),
    item_id: z.string(),
    voted: z.boolean(),
    /** Left out: one, if `voted`. */
    count: z.optional(z.number()),
    /** As `section_id` of a vote. */
    section_id: z.optional(z.string()),
  }),
  /** An action in its present form: new, edited or moved [D1]. */
  z.object({ type: z.literal("action.put"), action }),
  z.object({ type: z.literal("action.deleted"), ids: z.array(z.string()) }),
  /** A new version by a change that this audience may not see [H2]. */
  z.object({ type: z.literal("tick") }),
]);
export type Change = z.infer<typeof change>;

/** The `meta` of every answer to a change of a board (spec 10.1). */
export const changeMeta = z.object({
  version: z.number(),
  changes: z.array(change),
  /**
   * The command was carried out before, under the same `Idempotency-Key`: the version that it left, and the ids of
   * what it added or deleted. `data` is as it is now, null or without what is gone.
   */
  repeated: z.optional(z.object({ version: z.number(), ids: z.array(z.string()) })),
});
export type ChangeMeta = z.infer<typeof changeMeta>;

/** `GET boards/{id}/changes?since=`: `reload` if the change log does not reach back that far (spec 10.3). */
export const changesResponse = z.union([
  z.object({ reload: z.literal(true) }),
  z.object({ version: z.number(), changes: z.array(change), serverTime: z.number() }),
]);
export type ChangesResponse = z.infer<typeof changesResponse>;

/** What others have done to the items of a refused deletion: `data` of the 409 [T12]. */
export const changesOfOthers = z.object({
  /** Empty: the change log does not reach back that far. */
  changed: z.array(
    z.object({
      what: z.enum(["changed", "inside", "voted"]),
      /** null: a voter, an author while authors are hidden, or a user who is not known. */
      user_id: z.nullable(z.string()),
    }),
  ),
});
export type ChangesOfOthers = z.infer<typeof changesOfOthers>;
