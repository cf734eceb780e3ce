import * as z from "zod/mini";
import { facilitatorOptions } from "./facilitator-options.ts";
import { lastMeeting, meeting } from "./meeting.ts";
import { round } from "./rounds.ts";
import { timer } from "./timer.ts";

/**
 * Facilitator, options, timer, lock [M2], meeting [F1], rounds [V8] and the times of the last meeting [F10]: one
 * value, always sent as a whole (spec 3.2).
 */
export const facilitation = z.object({
  facilitator_id: z.nullable(z.string()),
  facilitator_options: facilitatorOptions,
  timer,
  locked: z.optional(z.literal(true)),
  meeting: z.optional(meeting),
  rounds: z.optional(z.array(round)),
  last_meeting: z.optional(lastMeeting),
});
export type Facilitation = z.infer<typeof facilitation>;
