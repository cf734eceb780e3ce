import * as z from "zod";
import { changeMeta } from "@retro/contract/changes";
import { facilitation as facilitationSchema } from "@retro/contract/facilitation/facilitation";
import type { FacilitationResult } from "./commands.ts";

/** The answer to a command on seat, options or meeting (spec 10.3). */
export const seatResponse = z.object({
  data: z.object({ ...facilitationSchema.shape, serverTime: z.number() }),
  meta: changeMeta,
});

export function toSeatResponse({ facilitation, meta, now }: FacilitationResult) {
  return { data: { ...facilitation, serverTime: now }, meta };
}
