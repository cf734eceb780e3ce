import * as z from "zod/mini";
import { detailInputs } from "../action-commands.ts";
import { actionStatuses } from "../actions.ts";
import { groupName, topicNote } from "../commands.ts";
import { sectionHolds } from "../items.ts";
import { sectionStyle, stickerStyle } from "../styles.ts";
import { votesOption } from "../facilitation/facilitator-options.ts";
import { limits } from "../limits.ts";
import { meetingSteps } from "../facilitation/meeting.ts";
import { answerCounts, questionKind, stepQuestion } from "../facilitation/questions.ts";
import { reactionKind } from "../reactions.ts";
import { perSticker } from "../facilitation/rounds.ts";
import { text } from "../text.ts";

/** A board as a file [X1, X5]: it contains no ids and no people. */
export const boardFileFormat = "retro-board";
export const boardFileVersion = 1;

const timestamp = z.iso.datetime({ error: "validation.invalid" });
/** Those of its steps, with some that are asked no more. */
const mostQuestions = 50;
const maxVotes = 1_000_000;
/** The votes of a sticker in a file. */
export const voteCount = z
  .int({ error: "validation.wholeNumber" })
  .check(z.gte(0, { error: "validation.notNegative" }), z.lte(maxVotes, { error: "validation.tooLarge" }));

/**
 * `text` is null if it was hidden from the user who made the file, `votes` if the counts were concealed.
 * `reactions` are counts; they are left out where there are none, or the text was hidden [K2], and so is the
 * `name` of the group, and the `note` of the topic. `rounds` has the votes in closed rounds by number, from 1.
 */
export const fileSticker = z.object({
  text: z.nullable(text({ multiline: true, max: limits.stickerTitle, required: "validation.required" })),
  style: z.optional(stickerStyle),
  votes: z.optional(z.nullable(voteCount)),
  rounds: z.optional(z.record(z.string(), voteCount)),
  reactions: z.optional(z.partialRecord(reactionKind, voteCount)),
  name: z.optional(groupName),
  note: z.optional(topicNote),
  created_at: z.optional(timestamp),
  /** The stickers nested in this one; the import allows five levels in all [T3]. */
  get stickers() {
    return z.optional(z.array(fileSticker));
  },
});
export type FileSticker = z.infer<typeof fileSticker>;

export const fileSection = z.object({
  title: text({ max: limits.sectionTitle, required: "validation.required" }),
  style: z.optional(sectionStyle),
  holds: z.optional(sectionHolds),
  columns: z
    .array(z.array(fileSticker))
    .check(z.maxLength(limits.columnsPerSection, { error: "validation.tooManyColumns" })),
});
export type FileSection = z.infer<typeof fileSection>;

/** `source`: the positions, from 0, of section, column and stickers down to the one it was made from. */
export const fileAction = z.object({
  text: z.nullable(text({ multiline: true, max: limits.actions.text, required: "validation.required" })),
  owner: z.optional(text({ max: limits.actions.ownerName })),
  ...detailInputs,
  status: z.enum(actionStatuses, { error: "validation.invalid" }),
  created_at: z.optional(timestamp),
  status_at: z.optional(timestamp),
  source: z.optional(
    z
      .array(z.int({ error: "validation.wholeNumber" }))
      .check(z.maxLength(2 + limits.maxNesting, { error: "validation.invalid" })),
  ),
});
export type FileAction = z.infer<typeof fileAction>;

/** A closed round of votes [V8]; `sections`: their positions, from 0. */
export const fileRound = z.object({
  name: z.optional(text({ max: limits.rounds.name })),
  sections: z.optional(
    z
      .array(z.int({ error: "validation.wholeNumber" }))
      .check(z.maxLength(limits.maxSections, { error: "validation.invalid" })),
  ),
  perSticker: z.optional(perSticker),
  votes: z.optional(votesOption),
  closed: z.optional(timestamp),
});
export type FileRound = z.infer<typeof fileRound>;

export const boardFile = z.object({
  format: z.literal(boardFileFormat, { error: "validation.boardFile" }),
  version: z.literal(boardFileVersion, { error: "validation.boardFileVersion" }),
  exported_at: z.optional(timestamp),
  board: z.object({
    title: text({ max: limits.boardTitle, required: "validation.titleRequired" }),
    description: z.optional(text({ multiline: true, max: limits.boardDescription })),
    created_at: z.optional(timestamp),
  }),
  sections: z
    .array(fileSection)
    .check(
      z.minLength(limits.minSections, { error: "validation.tooFewSections" }),
      z.maxLength(limits.maxSections, { error: "validation.tooManySections" }),
    ),
  /** Left out on a board without actions [D1]. */
  actions: z.optional(
    z.array(fileAction).check(z.maxLength(limits.actions.perBoard, { error: "validation.invalid" })),
  ),
  /** The closed rounds of votes, the first one first; left out on a board without any [V8]. */
  rounds: z.optional(
    z.array(fileRound).check(z.maxLength(limits.rounds.perBoard, { error: "validation.invalid" })),
  ),
  /** Of each anonymous question the numbers of answers that are shown; left out where there are none [Q3]. */
  questions: z.optional(
    z
      .record(questionKind, answerCounts)
      .check(z.refine((all) => Object.keys(all).length <= mostQuestions, { error: "validation.invalid" })),
  ),
  /** What those questions meant that no step asks any more, and that are no usual ones [Q4]. */
  asked: z.optional(
    z
      .record(questionKind, z.pick(stepQuestion, { text: true, words: true }))
      .check(z.refine((all) => Object.keys(all).length <= mostQuestions, { error: "validation.invalid" })),
  ),
  /** The steps that the next meeting begins with [F1], and when the last one was [F10]. */
  meeting: z.optional(
    z
      .object({
        steps: z.optional(meetingSteps),
        started: z.optional(timestamp),
        ended: z.optional(timestamp),
      })
      .check(
        z.refine(
          ({ started = "", ended = "" }) => Date.parse(started) <= Date.parse(ended) || started === ended,
          {
            error: "validation.invalid",
            path: ["ended"],
          },
        ),
      ),
  ),
});
export type BoardFile = z.infer<typeof boardFile>;
/** The parts of a file that an import needs. */
export type BoardContent = Pick<
  BoardFile,
  "board" | "sections" | "actions" | "rounds" | "questions" | "asked" | "meeting"
>;

/** What an import counts because it could not be taken as it was [X5]. */
export const leftOutKinds = [
  "actions",
  "attachments",
  "authors",
  "boards",
  "checklists",
  "closedCards",
  "closedLists",
  "comments",
  "dates",
  "descriptions",
  "dueDates",
  "emptyCards",
  "flattenedCards",
  "hiddenColumns",
  "hiddenRows",
  "hiddenSheets",
  "joinedSections",
  "labels",
  "lines",
  "links",
  "oddCards",
  "otherRows",
  "otherSheets",
  "owners",
  "reactions",
  "votings",
] as const;
export type LeftOutKind = (typeof leftOutKinds)[number];
const leftOut = z.object({ kind: z.enum(leftOutKinds), count: z.number() });
export type LeftOut = z.infer<typeof leftOut>;
/** The answer of POST `boards/import`, beside the board. */
export const importMeta = z.object({ left_out: z.array(leftOut) });

/** The JSON Schema of a board's file, which `GET boards/export-schema` publishes. */
export function makeBoardFileJsonSchema(): Record<string, unknown> {
  return {
    title: "A retrospective board as a file",
    ...z.toJSONSchema(boardFile, { io: "input", unrepresentable: "any" }),
  };
}
