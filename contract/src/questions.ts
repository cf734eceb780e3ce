import * as z from "zod/mini";
import { limits } from "./limits.ts";

/** A board's anonymous question [Q1]; `worth`: "Was this worth our time?", from 1 to 5. */
export const questionKinds = ["worth"] as const;
export const questionKind = z.enum(questionKinds, { error: "validation.invalid" });
export type QuestionKind = z.infer<typeof questionKind>;

/** Numbers of answers: of the lowest first. */
export const answerCounts = z
  .array(
    z
      .int({ error: "validation.wholeNumber" })
      .check(
        z.gte(0, { error: "validation.notNegative" }),
        z.lte(1_000_000, { error: "validation.tooLarge" }),
      ),
    { error: "validation.invalid" },
  )
  .check(z.length(limits.questions.scale, { error: "validation.invalid" }));

export const question = z.object({
  kind: questionKind,
  answers: z.number(),
  /** Whether the caller has answered. */
  answered: z.boolean(),
  /** null until there are enough answers; later without the newest ones, which are too few to be shown [Q3]. */
  counts: z.nullable(answerCounts),
});
export type Question = z.infer<typeof question>;

/** PUT `boards/{id}/questions/{kind}/answer`. */
export const answerQuestion = z.object({
  value: z
    .int({ error: "validation.wholeNumber" })
    .check(
      z.gte(1, { error: "validation.invalid" }),
      z.lte(limits.questions.scale, { error: "validation.invalid" }),
    ),
});
