import { isDeepStrictEqual } from "node:util";
import type { FacilitatorOptions, OptionName } from "@retro/contract/facilitation/facilitator-options";
import type {
  ChangeMeeting,
  Meeting,
  MeetingStep,
  OfferedMeeting,
} from "@retro/contract/facilitation/meeting";
import { limits } from "@retro/contract/limits";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import {
  stepsToRemember,
  usualSteps,
  withMeeting,
  withoutMeeting,
  withStep,
  withSteps,
  withTopic,
} from "@retro/rules/meeting";
import { mayEditBoard, mayFacilitate } from "@retro/rules/permissions";
import { roundInForce, votesInRound } from "@retro/rules/rounds";
import { topicsLeft, topicsOf } from "@retro/rules/topics";
import { fieldError, requireAllowed } from "../../../http/errors/app-error.ts";
import { nextStepsOf } from "../../../board/parts/board-row.ts";
import { type BoardRow, nextStepsWrite } from "../../../board/parts/board-store.ts";
import { loadItems } from "../../../board/parts/load-items.ts";
import { openBoard } from "../../../board/turn/board-access.ts";
import type { BoardCall } from "../../../board/turn/caller.ts";
import type { Turn } from "../../../board/turn/turn.ts";
import type { Db, Deps } from "../../../deps.ts";
import { followMeeting, forgetPeople, requireSameQuestions } from "../../questions/asking.ts";
import { findDefaults, rememberDefaults } from "../../spaces/commands.ts";
import { showReview } from "./review.ts";
import {
  changeFacilitation,
  type FacilitationChange,
  type FacilitationDeps,
  type FacilitationResult,
} from "../commands.ts";
import { meetingStateError } from "./meeting-state-error.ts";
import { countTopics, hasOpenActions, isTopic, type MeetingUndo, undoWrite } from "./store.ts";

/** Time for both ways: the page offers undo when the answer has arrived, and then sends the press. */
const onTheWayMs = 2000;

/** Stores what a step replaces, so that it can be put back for some seconds [F3]. */
function recordUndo(turn: Turn, next: Facilitation): void {
  const { facilitator_options, timer, meeting } = turn.facilitation;
  if (meeting === undefined || next.meeting === undefined) return;
  const { steps: _, ...place } = meeting;
  const undo: MeetingUndo = {
    ...place,
    to: next.meeting.step,
    to_topic: next.meeting.topic,
    facilitator_options,
    timer,
    set: { options: next.facilitator_options, voting: next.meeting.voting },
    until: turn.now + limits.meeting.undoMs + onTheWayMs,
  };
  turn.writeLater(undoWrite(turn.db, turn.board.id, undo));
}

/** The questions of a meeting follow its steps [Q3]. */
async function changeStep(
  call: BoardCall<FacilitationDeps>,
  work: (turn: Turn) => FacilitationChange | null | Promise<FacilitationChange | null>,
): Promise<FacilitationResult> {
  const { deps, boardId, caller } = call;
  // Outside the turn: with the hosted provider this is an HTTP request.
  const present = [...(await deps.seats.usersOn(boardId)), caller.userId];
  let hasEnded = false;
  const result = await changeFacilitation(call, async (turn) => {
    const change = await work(turn);
    hasEnded = change !== null && (await followMeeting(turn, change.facilitation, present));
    return change;
  });
  if (hasEnded) await forgetPeople(deps, boardId);
  return result;
}

async function contextOf({ db, board, now }: Turn) {
  return { topics: await countTopics(db, board.id), now };
}

/**
 * Starts a meeting at its first step [F1]; the caller becomes the facilitator if there is none.
 * @param given left out: the steps stored with the board or its space, else the usual ones
 * @throws AppError 403 `board_locked`, 404, 409 `meeting_state` when there is a meeting already
 */
export async function startMeeting(
  call: BoardCall<FacilitationDeps>,
  given: MeetingStep[] | undefined,
): Promise<FacilitationResult> {
  return changeStep(call, async (turn) => {
    requireAllowed(mayEditBoard(turn.facilitation, turn.caller.userId));
    if (turn.facilitation.meeting !== undefined) throw meetingStateError();
    const { db, board } = turn;
    const remembered = await rememberedSteps(db, board);
    const offered = await withoutEmptyReview(db, board, remembered);
    const steps = given ?? offered;
    const areChosen = !isDeepStrictEqual(steps, offered);
    const kept = areChosen ? stepsToRemember(steps, offered, remembered) : remembered;
    await rememberSteps(turn, kept, areChosen);
    const begun = withMeeting(turn.facilitation, steps, turn.caller.userId, await contextOf(turn));
    turn.writeLater(undoWrite(turn.db, turn.board.id, null));
    return { facilitation: await withFirstTopic(turn, begun), name: "facilitator.update" };
  });
}

/**
 * What a meeting on the board begins with, unless whoever starts it says otherwise [F1].
 * @throws AppError as `openBoard`
 */
export async function readOffer(
  { database: { db } }: Pick<Deps, "database">,
  boardId: string,
  userId: string,
): Promise<OfferedMeeting> {
  const board = await openBoard(db, boardId, userId);
  return { steps: await withoutEmptyReview(db, board, await rememberedSteps(db, board)) };
}

/** Of the board, which has them from its template or its last meeting; else of its space; else the usual ones. */
async function rememberedSteps(db: Db, board: BoardRow): Promise<MeetingStep[]> {
  const ofSpace = board.space_id === null ? undefined : (await findDefaults(db, board.space_id)).steps;
  return nextStepsOf(board) ?? ofSpace ?? usualSteps(true);
}

/** "Did we do it?" is asked only where other boards have open actions. */
async function withoutEmptyReview(db: Db, board: BoardRow, steps: MeetingStep[]): Promise<MeetingStep[]> {
  if (board.space_id !== null && (await hasOpenActions(db, board.space_id, board.id))) return steps;
  const held = steps.filter(({ kind }) => kind !== "review");
  return held.length > 0 ? held : usualSteps(false);
}

/** Stores the steps with the board, and with its space if somebody chose them. */
async function rememberSteps(turn: Turn, steps: MeetingStep[], areChosen: boolean): Promise<void> {
  const { db, board } = turn;
  await requireSameQuestions(db, board, steps);
  turn.writeLater(nextStepsWrite(db, board.id, steps));
  if (board.space_id !== null && areChosen) await rememberDefaults(db, board.space_id, { steps });
}

/**
 * Goes to another step or topic, puts back what the last one replaced [F2, F3, F6], replaces the steps, or
 * opens or closes a review [F9].
 * @throws AppError 403 `facilitator_only`, `space_key_required`, 404, 409 `meeting_state` without a meeting, when it has left the
 *   step or the topic that the caller saw, when its step is not for topics, or when it is too late to undo;
 *   422 on `step`, `topic` or `steps`
 */
export async function changeMeeting(
  call: BoardCall<FacilitationDeps>,
  body: ChangeMeeting,
): Promise<FacilitationResult> {
  return changeStep(call, async (turn) => {
    const { facilitation } = turn;
    requireAllowed(mayFacilitate(facilitation, turn.caller.userId));
    if (facilitation.meeting === undefined) throw meetingStateError();
    const next = await changedBy(turn, body);
    return next && { facilitation: next, name: "facilitator.update" };
  });
}

async function changedBy(turn: Turn, body: ChangeMeeting): Promise<Facilitation | null> {
  if ("step" in body) return goToStep(turn, body);
  if ("topic" in body) return goToTopic(turn, body);
  if ("undo" in body) return putBack(turn);
  if ("review" in body) return showReview(turn, body.review);
  return replaceSteps(turn, body.steps);
}

/** @returns null when the meeting is at that step already: the same press, sent once more */
async function goToStep(
  turn: Turn,
  { step, from, hideContent }: Extract<ChangeMeeting, { step: string }>,
): Promise<Facilitation | null> {
  const present = turn.facilitation.meeting?.step;
  if (present === step) return null;
  if (from !== undefined && from !== present) throw meetingStateError();
  const next = withStep(turn.facilitation, step, await contextOf(turn), hideContent);
  if (next === null) throw fieldError("step", "validation.invalid");
  const withFirst = await withFirstTopic(turn, next);
  recordUndo(turn, withFirst);
  return withFirst;
}

/** A step for topics begins with the topic that it was left at, else with the first one that has votes. */
async function withFirstTopic({ db, board, now }: Turn, next: Facilitation): Promise<Facilitation> {
  const { steps = [], step, topic, discussed } = next.meeting ?? {};
  if (withTopic(next, null, now) === null) return next;
  if (topic !== undefined && (await isTopic(db, board.id, topic))) return next;
  const items = await loadItems(db, board.id);
  const round = roundInForce(next, items);
  const topics = topicsOf(items, (item) => votesInRound(item, round));
  const most = steps.find(({ id }) => id === step)?.topics;
  const [first] = topicsLeft(topics?.voted ?? [], { discussed }, most);
  return (first && withTopic(next, first.sticker.id, now)) ?? next;
}

/** @returns null when the meeting is at that topic already: the same press, sent once more */
async function goToTopic(
  turn: Turn,
  { topic, from_topic }: Extract<ChangeMeeting, { topic: string | null }>,
): Promise<Facilitation | null> {
  const present = turn.facilitation.meeting?.topic ?? null;
  if (present === topic) return null;
  if (from_topic !== undefined && from_topic !== present) throw meetingStateError();
  if (topic !== null && !(await isTopic(turn.db, turn.board.id, topic)))
    throw fieldError("topic", "validation.unknownSticker");
  const next = withTopic(turn.facilitation, topic, turn.now);
  if (next === null) throw meetingStateError();
  recordUndo(turn, next);
  return next;
}

/**
 * What the facilitator has set by hand since stays: undo must not show what they have hidden [F3]. A topic that
 * has been grouped or deleted since is not put up again [F6].
 */
async function putBack(turn: Turn): Promise<Facilitation> {
  const { facilitation, db, board } = turn;
  const { meeting } = facilitation;
  const undo = board.meeting_undo === null ? null : (JSON.parse(board.meeting_undo) as MeetingUndo);
  if (undo === null || meeting === undefined || !mayPutBack(undo, meeting, turn.now))
    throw meetingStateError();
  turn.writeLater(undoWrite(db, board.id, null));
  const { facilitator_options, timer, set, until: _, to: __, to_topic: ___, topic, voting, ...place } = undo;
  const isTopicLeft = topic !== undefined && (await isTopic(db, board.id, topic));
  const putBackVoting = isDeepStrictEqual(meeting.voting, set.voting) ? voting : meeting.voting;
  return {
    ...facilitation,
    facilitator_options: unlessChanged(facilitation.facilitator_options, set.options, facilitator_options),
    timer,
    meeting: {
      ...place,
      steps: meeting.steps,
      ...(meeting.next && { next: meeting.next }),
      ...(isTopicLeft && { topic }),
      ...(putBackVoting && { voting: putBackVoting }),
    },
  };
}

/** Only the last step or topic is put back. Its topic may have been deleted, and its step replaced. */
function mayPutBack(undo: MeetingUndo, { steps, step, topic }: Meeting, now: number): boolean {
  const former = steps.find(({ id }) => id === undo.step);
  const isPresent = undo.to === step && (topic === undefined || topic === undo.to_topic);
  const isForTopics = undo.step !== undo.to || former?.kind === "discuss";
  return isPresent && former !== undefined && isForTopics && now <= undo.until;
}

/** The options `before`, except those that are no longer as they were `set`. */
function unlessChanged(
  present: FacilitatorOptions,
  set: FacilitatorOptions,
  before: FacilitatorOptions,
): FacilitatorOptions {
  const names = Object.keys(present) as OptionName[];
  const changed = names.filter((name) => !isDeepStrictEqual(present[name], set[name]));
  return { ...before, ...Object.fromEntries(changed.map((name) => [name, present[name]])) };
}

async function replaceSteps(turn: Turn, steps: MeetingStep[]): Promise<Facilitation> {
  const next = withSteps(turn.facilitation, steps);
  if (next === null) throw fieldError("steps", "validation.invalid");
  const before = turn.facilitation.meeting?.steps ?? [];
  const remembered = stepsToRemember(steps, before, await rememberedSteps(turn.db, turn.board));
  await rememberSteps(turn, remembered, true);
  return next;
}

/**
 * Ends the meeting [F1]. Its steps set no option any more, and nobody facilitates.
 * @throws AppError 403 `facilitator_only`, 404
 */
export async function endMeeting(call: BoardCall<FacilitationDeps>): Promise<FacilitationResult> {
  return changeStep(call, (turn) => {
    requireAllowed(mayFacilitate(turn.facilitation, turn.caller.userId));
    if (turn.facilitation.meeting === undefined) return null;
    turn.writeLater(undoWrite(turn.db, turn.board.id, null));
    return { facilitation: withoutMeeting(turn.facilitation, turn.now), name: "facilitator.update" };
  });
}
