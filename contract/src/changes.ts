import * as z from "zod/mini";
import { boardDetails, item, facilitation } from "./entities.ts";

/**
 * What a committed command did, as resulting values, never as instructions to recompute (spec 10.10).
 * One command grows the board's version by one and may carry several changes.
 */
export const change = z.discriminatedUnion("type", [
  /** The item as it is now: new, edited or moved. */
  z.object({ type: z.literal("item.put"), item }),
  /** These items are gone, nested ones included. */
  z.object({ type: z.literal("item.deleted"), ids: z.array(z.string()) }),
  /** Title and description. */
  z.object({ type: z.literal("board.put"), board: boardDetails }),
  /** Facilitator, options and timer. */
  z.object({ type: z.literal("session.put"), session: facilitation }),
  /** A sticker's number of votes. */
  z.object({ type: z.literal("votes.put"), item_id: z.string(), votes: z.number() }),
  /** All votes of the board are gone. */
  z.object({ type: z.literal("votes.reset") }),
  /** The caller's own vote; sent to that user alone. */
  z.object({ type: z.literal("vote.mine"), item_id: z.string(), voted: z.boolean() }),
  /** The version grew by something this audience may not know of. */
  z.object({ type: z.literal("tick") }),
]);
export type Change = z.infer<typeof change>;
export type ChangeOf<T extends Change["type"]> = Extract<Change, { type: T }>;

/** The `meta` of every answer to a change of a board. */
export const changeMeta = z.object({ version: z.number(), changes: z.array(change) });
export type ChangeMeta = z.infer<typeof changeMeta>;

/** `GET boards/{id}/changes?since=` */
export const changesResponse = z.union([
  z.object({ reload: z.literal(true) }),
  z.object({ version: z.number(), changes: z.array(change), serverTime: z.number() }),
]);
export type ChangesResponse = z.infer<typeof changesResponse>;
