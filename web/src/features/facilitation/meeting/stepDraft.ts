import type { FacilitatorOptions } from "@retro/contract/facilitation/facilitator-options";
import { limits } from "@retro/contract/limits";
import { type MeetingStep, type StepKind, stepKinds } from "@retro/contract/facilitation/meeting";
import { usualStep, usualTopics } from "@retro/rules/meeting";
import { createId } from "../../../board-state/commands/createId.ts";
import type { Translate } from "../../../i18n/useT.ts";
import { editedQuestions, isUnfinished, type QuestionTexts, questionTexts } from "./questionTexts.ts";
import { stepName, stepSentence } from "./stepTexts.ts";

/** A step as it is edited: its texts as they are shown, and numbers as they are typed. */
export interface StepDraft {
  step: MeetingStep;
  /** Whether the meeting has it. */
  isOn: boolean;
  name: string;
  sentence: string;
  minutes: string;
  /** Empty: as many as suit the topics. */
  votes: string;
  perSticker: string;
  /** Empty: all that have votes. */
  topics: string;
  questions: QuestionTexts;
}

type UsualKind = Exclude<StepKind, "custom">;
const usualKinds = stepKinds.filter((kind): kind is UsualKind => kind !== "custom");
const typed = (number: number | null | undefined) => String(number ?? "");

function draftOf(t: Translate, step: MeetingStep, isOn = true): StepDraft {
  const votes = step.options?.votes;
  return {
    step,
    isOn,
    name: stepName(t, step),
    sentence: stepSentence(t, step),
    minutes: typed(step.minutes),
    votes: typed(votes ? votes.limit : null),
    perSticker: typed(step.perSticker),
    topics: typed(step.topics),
    questions: questionTexts(t, step),
  };
}

/** The steps, and those of the usual kinds that they lack, switched off at their usual places. */
export function draftsOf(t: Translate, steps: readonly MeetingStep[]): StepDraft[] {
  let drafts = steps.map((step) => draftOf(t, step));
  for (const kind of usualKinds) {
    if (drafts.some(({ step }) => step.kind === kind)) continue;
    // A step may have been renamed, and another one have its id.
    const id = drafts.some(({ step }) => step.id === kind) ? createId() : kind;
    const behind = drafts.findIndex(({ step }) => stepKinds.indexOf(step.kind) > stepKinds.indexOf(kind));
    const missing = draftOf(t, usualStep(kind, id), false);
    drafts = drafts.toSpliced(behind === -1 ? drafts.length : behind, 0, missing);
  }
  return drafts;
}

/** A step of one's own. */
export function newDraft(t: Translate, name: string, sentence?: string): StepDraft {
  const step = { id: createId(), kind: "custom", name, minutes: 5 } as const;
  return draftOf(t, sentence === undefined ? step : { ...step, sentence });
}

export function isDraftUnfinished({ isOn, name, step, questions }: StepDraft): boolean {
  return isOn && (name.trim() === "" || isUnfinished(step, questions));
}

/** About how long the meeting takes, in minutes. */
export function lengthOf(drafts: readonly StepDraft[]): number {
  return drafts
    .filter(({ isOn }) => isOn)
    .reduce((sum, { step, minutes, topics }) => {
      const times = step.kind === "discuss" ? Number(topics) || usualTopics : 1;
      return sum + Number(minutes) * times;
    }, 0);
}

export function stepsOf(t: Translate, drafts: readonly StepDraft[]): MeetingStep[] {
  return drafts.filter(({ isOn }) => isOn).map((draft) => stepOf(t, draft));
}

/** A text that nobody changed stays the kind's own, in each reader's language. */
function stepOf(t: Translate, draft: StepDraft): MeetingStep {
  const {
    name: _,
    sentence: __,
    questions: ___,
    options,
    perSticker: ____,
    topics: _____,
    ...kept
  } = draft.step;
  const shown = draftOf(t, draft.step);
  const asked = editedQuestions(t, draft.step, draft.questions);
  const name = draft.name === shown.name ? draft.step.name : draft.name.trim();
  const sentence = draft.sentence === shown.sentence ? draft.step.sentence : draft.sentence.trim();
  const perSticker = within(draft.perSticker, limits.rounds.perSticker);
  const topics = within(draft.topics, limits.meeting.topics);
  const changed =
    draft.votes === shown.votes ? options : withVotes(options, within(draft.votes, limits.voteLimitMax));
  return {
    ...kept,
    minutes: within(draft.minutes, limits.timer.max / 60) ?? null,
    ...(asked !== undefined && { questions: asked }),
    ...(name !== undefined && { name }),
    ...(sentence !== undefined && { sentence }),
    ...(perSticker !== undefined && { perSticker }),
    ...(topics !== undefined && { topics }),
    ...(changed !== undefined && { options: changed }),
  };
}

function within(text: string, most: number): number | undefined {
  return Number(text) > 0 ? Math.min(Number(text), most) : undefined;
}

type StepOptions = MeetingStep["options"];

/** Without an option that is left, undefined. */
function withOption<K extends keyof FacilitatorOptions & keyof NonNullable<StepOptions>>(
  options: StepOptions,
  name: K,
  value: FacilitatorOptions[K] | undefined,
): StepOptions {
  const { [name]: _, ...others } = options ?? {};
  const all = { ...others, ...(value !== undefined && { [name]: value }) };
  return Object.keys(all).length === 0 ? undefined : all;
}

function withVotes(options: StepOptions, limit: number | undefined): StepOptions {
  return withOption(options, "votes", limit === undefined ? undefined : { limit, item: "board" });
}

/** Whether the steps hide from their beginning on who wrote what. */
export function hidesAuthors(steps: readonly MeetingStep[]): boolean {
  return steps.some(({ options }) => options?.avatars === "hide");
}

/**
 * The first step sets it for the whole meeting, and no later one again: the facilitator may show them meanwhile.
 * @param avatars undefined: authors are shown as they are before the meeting
 */
export function withAuthors(
  steps: readonly MeetingStep[],
  avatars: FacilitatorOptions["avatars"] | undefined,
): MeetingStep[] {
  return steps.map(({ options, ...step }, index) => {
    const changed = withOption(options, "avatars", index === 0 ? avatars : undefined);
    return { ...step, ...(changed !== undefined && { options: changed }) };
  });
}
