import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import type { Timer } from "@retro/contract/facilitation/timer";
import { type FacilitatorOptions, noOptions } from "@retro/contract/facilitation/facilitator-options";
import { limits } from "@retro/contract/limits";
import type { LastMeeting, Meeting, MeetingStep, StepKind } from "@retro/contract/facilitation/meeting";
import { idleTimer } from "@retro/contract/facilitation/timer";
import { openRoundOf } from "./rounds.ts";

/**
 * A led meeting [F1, F2]. The functions return the resulting facilitation and change nothing. What a step
 * sets, the facilitator may set otherwise at any time.
 */

/** What a step is made for: how many topics the board has, and the server's time in epoch milliseconds. */
interface StepContext {
  topics: number;
  now: number;
}

const closedVoting = { limit: 0, item: "board" } as const;

const beforeVotes = { stopEditing: false, concealVoteCount: false, votes: closedVoting } as const;
const open = { ...beforeVotes, hideContent: false };

/** The number of votes that a step for voting gives each person (docs/decisions/meeting.md). */
export function proposedVotes(topics: number): number {
  return Math.max(limits.meeting.minVotes, Math.ceil(Math.sqrt(topics)));
}

/** The options that a kind of step sets; the others stay as they are. */
function presetOf(kind: StepKind, topics: number): Partial<FacilitatorOptions> {
  switch (kind) {
    case "write":
      return { ...open, hideContent: true };
    case "vote":
      return { ...open, concealVoteCount: true, votes: { limit: proposedVotes(topics), item: "board" } };
    // The team looks at something else: what was written here before stays as it is.
    case "checkin":
    case "review":
    case "health":
      return beforeVotes;
    case "group":
    case "discuss":
    case "close":
      return open;
    case "custom":
      return {};
    default:
      return kind satisfies never;
  }
}

/**
 * Whether going back to a step hides texts that everybody sees now [F2].
 * @param stepId a step of the meeting
 */
export function hidesAgain({ facilitator_options, meeting }: Facilitation, stepId: string): boolean {
  const { steps = [], step: present } = meeting ?? {};
  const [to, from] = [stepId, present].map((id) => steps.findIndex((step) => step.id === id)) as [
    number,
    number,
  ];
  const step = steps[to];
  if (step === undefined || to >= from || facilitator_options.hideContent) return false;
  return { ...presetOf(step.kind, 0), ...step.options }.hideContent === true;
}

/**
 * Goes to a step of the meeting: sets its options and its timer together [F2].
 * @param hideContent in place of what the step sets
 * @returns null when the board has no such step
 */
export function withStep(
  facilitation: Facilitation,
  stepId: string,
  { topics, now }: StepContext,
  hideContent?: boolean,
): Facilitation | null {
  const { meeting } = facilitation;
  const step = meeting?.steps.find(({ id }) => id === stepId);
  if (meeting === undefined || step === undefined) return null;
  const voting = votingOf(facilitation);
  return {
    ...facilitation,
    facilitator_options: {
      ...facilitation.facilitator_options,
      ...presetOf(step.kind, topics),
      ...step.options,
      ...(step.kind === "vote" && voting),
      ...(hideContent !== undefined && { hideContent }),
    },
    timer: timerOf(step, now),
    meeting: { ...withoutReview(meeting), step: step.id, at: now, ...(voting && { voting }) },
  };
}

/**
 * The settings of the vote that goes on, which other steps close: as the facilitator has made them for an open
 * round, or in a step for voting; undefined until then.
 */
function votingOf(facilitation: Facilitation): Meeting["voting"] {
  const { meeting, facilitator_options } = facilitation;
  const { votes, concealVoteCount } = facilitator_options;
  const isVoting = meeting?.steps.find(({ id }) => id === meeting.step)?.kind === "vote";
  const isClosed = votes !== false && votes.limit === 0;
  return !isClosed && (isVoting || openRoundOf(facilitation) !== null)
    ? { votes, concealVoteCount }
    : meeting?.voting;
}

/** The review of a space's open actions ends with its step, or when the facilitator ends it [F9]. */
export function withoutReview(meeting: Meeting): Meeting {
  const { review: _, ...others } = meeting;
  return others;
}

/** Without a topic up. What has been discussed stays. */
export function withoutTopic(meeting: Meeting): Meeting {
  const { topic: _, ...others } = meeting;
  return others;
}

/**
 * Goes to another topic of the present step, or to none; the topic before it has been discussed. Every topic
 * has the time of its step [F6].
 * @returns null when the present step is not for discussing
 */
export function withTopic(
  facilitation: Facilitation,
  topic: string | null,
  now: number,
): Facilitation | null {
  const { meeting } = facilitation;
  const step = meeting?.steps.find(({ id }) => id === meeting.step);
  if (meeting === undefined || step?.kind !== "discuss") return null;
  const { topic: left, discussed = [], ...others } = meeting;
  const marks = [...discussed, ...(left === undefined ? [] : [left])].filter((id) => id !== topic);
  return {
    ...facilitation,
    timer: topic === null ? idleTimer : timerOf(step, now),
    meeting: {
      ...others,
      at: now,
      ...(topic !== null && { topic }),
      ...(marks.length > 0 && { discussed: [...new Set(marks)].slice(-limits.meeting.discussed) }),
    },
  };
}

function timerOf({ minutes }: MeetingStep, now: number): Timer {
  return minutes === null ? idleTimer : { ...idleTimer, startTime: now, countTime: minutes * 60 };
}

/**
 * Starts a meeting at its first step [F1]; the starter leads it.
 * @param steps one at least
 */
export function withMeeting(
  facilitation: Facilitation,
  steps: MeetingStep[],
  userId: string,
  context: StepContext,
): Facilitation {
  const [first] = steps as [MeetingStep];
  const begun = {
    ...facilitation,
    facilitator_id: userId,
    meeting: { steps, step: first.id, at: context.now, started: context.now },
  };
  return withStep(begun, first.id, context) as Facilitation;
}

/**
 * Replaces the steps; options and timer stay as they are. A present step that is no longer for discussing has no
 * topic up [F6].
 * @returns null when there is no meeting, or its present step is not among them
 */
export function withSteps(facilitation: Facilitation, steps: MeetingStep[]): Facilitation | null {
  const { meeting } = facilitation;
  const present = steps.find(({ id }) => id === meeting?.step);
  if (meeting === undefined || present === undefined) return null;
  const isSameKind = meeting.steps.find(({ id }) => id === present.id)?.kind === present.kind;
  return { ...facilitation, meeting: { ...(isSameKind ? meeting : withoutTopic(meeting)), steps } };
}

/**
 * Ends the meeting, frees the seat, and stores the times. The timer stops, and no option of a step stays in force; dates and
 * authors on stickers stay as the facilitator set them.
 */
export function withoutMeeting(facilitation: Facilitation, now: number): Facilitation {
  const { meeting, last_meeting: _, ...board } = facilitation;
  const last = meeting && timesOf(meeting, now);
  const { showStickerDate, avatars } = facilitation.facilitator_options;
  return {
    ...board,
    facilitator_id: null,
    facilitator_options: { ...noOptions, showStickerDate, avatars },
    timer: idleTimer,
    ...(last && { last_meeting: last }),
  };
}

/**
 * When a meeting was [F10]. People often leave one without ending it: it ends with the time of its last step,
 * if nobody goes on for hours.
 * @returns null for a meeting that a server of the release before has started
 */
export function timesOf({ started, at, step, steps }: Meeting, now: number): LastMeeting | null {
  if (started === undefined) return null;
  const minutes = steps.find(({ id }) => id === step)?.minutes ?? 0;
  const ended = now - at > limits.meeting.leftMs ? at + minutes * 60_000 : now;
  return { started, ended: Math.max(started, ended) };
}

/**
 * The steps that the next meeting begins with [F1]. A review that nobody has left out stays among them while the
 * team has no open actions.
 * @param before the steps before they were chosen
 * @param remembered what would have been offered
 */
export function stepsToRemember(
  steps: MeetingStep[],
  before: readonly MeetingStep[],
  remembered: readonly MeetingStep[],
): MeetingStep[] {
  const isReview = ({ kind }: MeetingStep) => kind === "review";
  const review = remembered.find(isReview);
  const isLeftOut = before.some(isReview);
  return review === undefined || isLeftOut || steps.some(isReview) ? steps : [review, ...steps];
}

/** Minutes of the usual steps; of `discuss`, of each topic. */
export const usualMinutes = {
  checkin: 2,
  review: 5,
  write: 7,
  group: 5,
  vote: 3,
  discuss: 5,
  health: 5,
  close: 3,
} as const;

/** How many topics fit into a usual meeting. */
export const usualTopics = 3;

/** A step as nobody has changed it. */
export function usualStep(kind: keyof typeof usualMinutes, id: string = kind): MeetingStep {
  return { id, kind, minutes: usualMinutes[kind], ...(kind === "discuss" && { topics: usualTopics }) };
}

/**
 * The steps of a meeting that nobody has changed [F1].
 * @param review whether it begins with "Did we do it?"
 */
export function usualSteps(review: boolean): MeetingStep[] {
  const kinds = ["review", "write", "group", "vote", "discuss", "close"] as const;
  return kinds.filter((kind) => review || kind !== "review").map((kind) => usualStep(kind));
}
