import {
  type FacilitatorOptions,
  noOptions,
  type OptionName,
} from "@retro/contract/facilitation/facilitator-options";
import type { Facilitation } from "@retro/contract/facilitation/facilitation";
import { idleTimer } from "@retro/contract/facilitation/timer";
import { withoutReview, withoutTopic } from "./meeting.ts";
import { withoutSections } from "./rounds.ts";

/** The facilitator's seat [S1; spec 4.1 and 6.2] and the lock [M2]. */

/** The facilitation in a larger value, such as a board or an event. */
export function pickFacilitation({
  facilitator_id,
  facilitator_options,
  timer,
  locked,
  meeting,
  rounds,
  last_meeting,
}: Facilitation): Facilitation {
  return {
    facilitator_id,
    facilitator_options,
    timer,
    ...(locked && { locked }),
    ...(meeting && { meeting }),
    ...(rounds && { rounds }),
    ...(last_meeting && { last_meeting }),
  };
}

/** Locks or unlocks the board [M2]. @returns the same value if it is so already */
export function withLock(facilitation: Facilitation, locked: boolean): Facilitation {
  if ((facilitation.locked ?? false) === locked) return facilitation;
  const { locked: _, ...unlocked } = facilitation;
  return locked ? { ...unlocked, locked } : unlocked;
}

export function anyOptionSet(options: FacilitatorOptions): boolean {
  return Object.values(options).some((value) => value !== false);
}

/**
 * Takes the seat for a user [S1, S2; spec 4.1 and 11.3]. Options and timer stay, so that a takeover reveals
 * nothing.
 * @param holderGone whether the present facilitator has been away for `limits.seatEmptyMs`
 * @returns null when another user holds the seat and is not gone
 */
export function withSeatTaken(
  facilitation: Facilitation,
  userId: string,
  holderGone: boolean,
): Facilitation | null {
  if (facilitation.facilitator_id !== null && facilitation.facilitator_id !== userId && !holderGone)
    return null;
  return facilitation.facilitator_id === userId ? facilitation : { ...facilitation, facilitator_id: userId };
}

/**
 * No facilitator, no options, an idle timer [S1; spec 4.1]. A lock stays [M2], and so do a meeting, which
 * somebody else may lead on [F1], the rounds of votes [V8], and the times of the last meeting [F10].
 */
export function emptyFacilitation(
  kept: Pick<Facilitation, "locked" | "meeting" | "rounds" | "last_meeting">,
): Facilitation {
  return pickFacilitation({
    ...kept,
    facilitator_id: null,
    facilitator_options: noOptions,
    timer: idleTimer,
  });
}

/**
 * Leaves the seat. Without a meeting this clears options and timer [S1; spec 4.1]. In a meeting they stay, so
 * that the next facilitator finds the step in force and nothing hidden is shown meanwhile [F1].
 */
export function withSeatLeft(facilitation: Facilitation): Facilitation {
  return facilitation.meeting === undefined
    ? emptyFacilitation(facilitation)
    : { ...facilitation, facilitator_id: null };
}

/**
 * Into the bin: the timer ends as on request, and so does a review [F9]. A facilitator keeps the seat while an
 * option is set or a meeting lasts, so that restoring the board gives nobody else what they hide [M4].
 */
export function withBoardBinned(facilitation: Facilitation): Facilitation {
  const { meeting, ...board } = withTimerStopped(facilitation);
  return meeting === undefined ? board : { ...board, meeting: withoutReview(meeting) };
}

/**
 * After items have been deleted: a deleted sticker is no topic [F6], and a round for chosen sections goes on in
 * those that are left, or in all when none is [V8].
 * @returns the same value if it names none of them
 */
export function withoutItems(facilitation: Facilitation, ids: readonly string[]): Facilitation {
  const deleted = new Set(ids);
  const { meeting } = facilitation;
  const topicIsGone = meeting?.topic !== undefined && deleted.has(meeting.topic);
  const rest = withoutSections(facilitation, deleted);
  return topicIsGone ? { ...rest, meeting: withoutTopic(meeting) } : rest;
}

/**
 * On request or at expiry [C4]. Clears the seat too while no option is set [S1; spec 4.1, 11.3], except in a
 * meeting [F1].
 */
export function withTimerStopped(facilitation: Facilitation): Facilitation {
  return facilitation.meeting !== undefined || anyOptionSet(facilitation.facilitator_options)
    ? { ...facilitation, timer: idleTimer }
    : emptyFacilitation(facilitation);
}

/** Sets one option [E3; spec 3.9]. The caller checks the value with `setOption` of the contract. */
export function withOption<N extends OptionName>(
  facilitation: Facilitation,
  option: N,
  value: FacilitatorOptions[N],
): Facilitation {
  return { ...facilitation, facilitator_options: { ...facilitation.facilitator_options, [option]: value } };
}
