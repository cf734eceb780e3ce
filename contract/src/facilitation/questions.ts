import * as z from "zod/mini";
import { limits } from "../limits.ts";
import { text } from "../text.ts";

/**
 * A board's anonymous questions [Q1, Q4, Q5]. `worth`: "Was this worth our time?"; the others are asked by a
 * step of its meeting, and end with the question's id.
 */
export const questionKind = z
  .string({ error: "validation.invalid" })
  .check(z.regex(/^(?:worth|(?:checkin|health)-[A-Za-z0-9_-]{1,36})$/, { error: "validation.invalid" }));
export type QuestionKind = z.infer<typeof questionKind>;

/** Their texts are in the catalogue of messages, in each reader's language. */
export const usualQuestions = {
  checkin: ["mood"],
  health: ["value", "quality", "pace", "learning", "teamwork", "support", "say", "fun"],
} as const;
export type UsualQuestion = (typeof usualQuestions)["checkin" | "health"][number];

/**
 * A question of a check-in, or a statement of a health check. Another text or other words are another question,
 * with another id, so that the answers given keep their meaning.
 */
export const stepQuestion = z.object({
  id: z
    .string({ error: "validation.required" })
    .check(z.regex(/^[A-Za-z0-9_-]{1,36}$/, { error: "validation.invalid" })),
  /** Left out: the text of the usual question with this id. */
  text: z.optional(text({ max: limits.questions.text, required: "validation.required" })),
  /** The answers to a check-in, instead of five faces. */
  words: z.optional(
    z
      .array(text({ max: limits.questions.word, required: "validation.required" }), {
        error: "validation.invalid",
      })
      .check(
        z.minLength(2, { error: "validation.required" }),
        z.maxLength(limits.questions.scale, { error: "validation.invalid" }),
      ),
  ),
});
export type StepQuestion = z.infer<typeof stepQuestion>;

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
  /** What the step asks, if it is no usual question, and the answers that are no faces. */
  text: z.optional(z.string()),
  words: z.optional(z.array(z.string())),
  answers: z.number(),
  /** Whether the caller has answered. True for everybody once the question has ended: nobody may answer it. */
  answered: z.boolean(),
  /** null until the question has ended, and when fewer have answered it than are shown [Q3]. */
  counts: z.nullable(answerCounts),
  /** `late`: it began before the caller came [Q6]. */
  state: z.enum(["open", "late", "ended"]),
  /** How many may answer, those who have included; left out before the question begins and after it has ended. */
  people: z.optional(z.number()),
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

/** POST `boards/{id}/questions/end`: the facilitator ends them before their step does [Q3]. */
export const endQuestions = z.object({
  kinds: z
    .array(questionKind, { error: "validation.required" })
    .check(
      z.minLength(1, { error: "validation.required" }),
      z.maxLength(limits.questions.statements, { error: "validation.invalid" }),
    ),
});
