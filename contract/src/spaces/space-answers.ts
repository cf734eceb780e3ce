import * as z from "zod/mini";
import { answerCounts, questionKind } from "../facilitation/questions.ts";

/** A board of the space with the shown answers to its closing question and to its health check [G13]. */
export const answeredBoard = z.object({
  board_id: z.string(),
  title: z.string(),
  created_at: z.string(),
  questions: z.array(
    z.object({
      kind: questionKind,
      /** Left out: the usual text. */
      text: z.optional(z.string()),
      counts: answerCounts,
    }),
  ),
});
export type AnsweredBoard = z.infer<typeof answeredBoard>;
