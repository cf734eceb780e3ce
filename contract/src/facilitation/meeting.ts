import * as z from "zod/mini";
// Taken out of `z`, it would keep all of zod and its languages in the first view.
import { avatarsOption, votesOption } from "./facilitator-options.ts";
import { limits } from "../limits.ts";
import { perSticker } from "./rounds.ts";
import { stepQuestion, type StepQuestion, usualQuestions } from "./questions.ts";
import { text } from "../text.ts";

/**
 * A led meeting goes through steps [F1]. A step is a preset of the facilitator's options and the timer; it
 * forbids nothing by itself.
 */
export const stepKinds = [
  "review",
  "checkin",
  "write",
  "group",
  "vote",
  "discuss",
  "health",
  "close",
  "custom",
] as const;
export const stepKind = z.enum(stepKinds, { error: "validation.invalid" });
export type StepKind = z.infer<typeof stepKind>;

const stepId = z
  .string({ error: "validation.required" })
  .check(z.regex(/^[A-Za-z0-9_-]{1,36}$/, { error: "validation.invalid" }));

export const meetingStep = z.object({
  id: stepId,
  kind: stepKind,
  /** Left out: the kind's own name, in each reader's language. */
  name: z.optional(text({ max: limits.meeting.stepName, required: "validation.required" })),
  /** What everybody reads when the step begins. Left out: the kind's own sentence. */
  sentence: z.optional(text({ max: limits.meeting.stepSentence })),
  /** null: the step has no timer. */
  minutes: z.nullable(
    z
      .int({ error: "validation.wholeNumber" })
      .check(
        z.gte(1, { error: "validation.invalid" }),
        z.lte(limits.timer.max / 60, { error: "validation.tooLarge" }),
      ),
  ),
  /** How many votes a step `vote` lets a user put on one sticker, unless a round says so; left out: one [V9]. */
  perSticker: z.optional(perSticker),
  /** How many of the topics with the most votes a step `discuss` goes through; left out: all [F6]. */
  topics: z.optional(
    z
      .int({ error: "validation.wholeNumber" })
      .check(
        z.gte(1, { error: "validation.invalid" }),
        z.lte(limits.meeting.topics, { error: "validation.tooLarge" }),
      ),
  ),
  /** What a step `checkin` asks, or the statements of a step `health`. Left out: the usual ones. */
  questions: z.optional(
    z
      .array(stepQuestion, { error: "validation.invalid" })
      .check(
        z.minLength(1, { error: "validation.required" }),
        z.maxLength(limits.questions.statements, { error: "validation.invalid" }),
      ),
  ),
  /** Options that the step sets otherwise than its kind does. */
  options: z.optional(
    z.object({
      hideContent: z.exactOptional(z.boolean()),
      stopEditing: z.exactOptional(z.boolean()),
      concealVoteCount: z.exactOptional(z.boolean()),
      votes: z.exactOptional(votesOption),
      avatars: z.exactOptional(avatarsOption),
    }),
  ),
});
export type MeetingStep = z.infer<typeof meetingStep>;

/** Whether everybody answers questions in such a step. */
export function isAsking(kind: StepKind): kind is "checkin" | "health" {
  return kind === "checkin" || kind === "health";
}

function isAskedBy(kind: StepKind, questions: readonly StepQuestion[]): boolean {
  if (questions.length === 0) return true;
  if (!isAsking(kind)) return false;
  const usual = usualQuestions[kind] as readonly string[];
  return (
    new Set(questions.map(({ id }) => id)).size === questions.length &&
    questions.every(({ id, text: asked }) => asked !== undefined || usual.includes(id)) &&
    (kind === "checkin" ? questions.length === 1 : questions.every(({ words }) => words === undefined))
  );
}

export const meetingSteps = z.array(meetingStep, { error: "validation.required" }).check(
  z.minLength(1, { error: "validation.required" }),
  z.maxLength(limits.meeting.steps, { error: "validation.invalid" }),
  z.superRefine((steps, ctx) => {
    const ids = new Set<string>();
    for (const [index, { id, kind, name, questions = [] }] of steps.entries()) {
      const refuse = (field: string, input: unknown) =>
        ctx.addIssue({ code: "custom", message: "validation.invalid", path: [index, field], input });
      if (ids.has(id)) refuse("id", id);
      // A board has one check-in and one health check: each of their questions is answered once [Q4, Q5].
      if (isAsking(kind) && steps.findIndex((step) => step.kind === kind) !== index) refuse("kind", kind);
      if (!isAskedBy(kind, questions)) refuse("questions", questions);
      if (kind === "custom" && name === undefined)
        ctx.addIssue({ code: "custom", message: "validation.required", path: [index, "name"], input: name });
      ids.add(id);
    }
  }),
);

/**
 * `step` is the id of the present step. `topic` is the sticker or group that is being discussed [F6], and
 * `discussed` names the topics that have been, the last one at the end. Step and topic began at `at` (epoch
 * milliseconds by the server's clock).
 */
export const meeting = z.object({
  steps: z.array(meetingStep),
  step: z.string(),
  at: z.number(),
  /** When the meeting started (epoch milliseconds by the server's clock). */
  started: z.optional(z.number()),
  topic: z.optional(z.string()),
  discussed: z.optional(z.array(z.string())),
  /** The open actions of the board's space are shown to everybody on the board; it names this showing [F9]. */
  review: z.optional(z.string()),
  /** The board for the next meeting, which the facilitator has made from this one [F11]. */
  next: z.optional(z.object({ id: z.string(), title: z.string() })),
  /** The settings of the vote that goes on; a step for voting sets them instead of what it proposes [F2]. */
  voting: z.optional(z.object({ votes: votesOption, concealVoteCount: z.boolean() })),
});
export type Meeting = z.infer<typeof meeting>;

/** When the board's last meeting started and ended (epoch milliseconds by the server's clock) [F10]. */
export const lastMeeting = z.object({ started: z.number(), ended: z.number() });
export type LastMeeting = z.infer<typeof lastMeeting>;

/** GET `boards/{id}/meeting`: the steps stored with the board or its space, else the usual ones [F1]. */
export const offeredMeeting = z.object({ steps: z.array(meetingStep) });
export type OfferedMeeting = z.infer<typeof offeredMeeting>;

/** POST `boards/{id}/meeting`. Without `steps`: the offered ones [F1]. */
export const startMeeting = z.object({ steps: z.optional(meetingSteps) });

const topicId = z
  .string({ error: "validation.required" })
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, { error: "validation.invalid" }));

/**
 * PUT `boards/{id}/meeting`: to another step (`from`: the step that the user saw; `hideContent`: hides or shows
 * texts otherwise than the step does), to another topic (null: to
 * none; `from_topic`: the topic that the user saw), back to before the last step or topic (`undo`), other
 * steps, or with the open actions of the board's space shown to everybody or not (`review`).
 */
export const changeMeeting = z.union([
  z.object({
    step: stepId,
    from: z.optional(stepId),
    hideContent: z.optional(z.boolean({ error: "validation.invalid" })),
  }),
  z.object({ topic: z.nullable(topicId), from_topic: z.optional(z.nullable(topicId)) }),
  z.object({ undo: z.literal(true) }),
  z.object({ review: z.boolean({ error: "validation.invalid" }) }),
  z.object({ steps: meetingSteps }),
]);
export type ChangeMeeting = z.infer<typeof changeMeeting>;
