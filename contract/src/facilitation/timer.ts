import * as z from "zod/mini";
import { limits } from "../limits.ts";

/** Times are epoch milliseconds by the server's clock; counts are seconds (spec 3.8). */
export const timer = z.object({
  startTime: z.nullable(z.number()),
  pauseTime: z.nullable(z.number()),
  countTime: z.number(),
  countPauseTime: z.nullable(z.number()),
});
export type Timer = z.infer<typeof timer>;

/** The timer of a new board, and after every stop (spec 4.2). */
export const idleTimer: Timer = {
  startTime: null,
  pauseTime: null,
  countTime: limits.timer.default,
  countPauseTime: null,
};
