import type { Meeting } from "@retro/contract/facilitation/meeting";
import { useState } from "react";
import { isScreenBusy } from "../../../ui/focus/busyScreen.ts";
import { pointer } from "../../../ui/pointer.ts";
import { useFacilitator } from "../facilitationHooks.ts";

/** Only the facilitator moves a meeting. The seat may change afterwards, so the name is kept with the step. */
interface SeenPlace {
  at: number | undefined;
  review: string | undefined;
  step: string | undefined;
  movedBy: string | null;
}

export type Following = ReturnType<typeof useFollowing>;

/**
 * The place of the meeting that this screen shows. An idle screen follows; one whose user writes, has a dialog
 * open, selects, drags or has just scrolled when the facilitator goes on, or ends the meeting, stays where it is,
 * until they go on themselves [F8].
 *
 * @param meeting undefined: none
 */
export function useFollowing(meeting: Meeting | undefined) {
  const [shown, setShown] = useState(meeting);
  const [seen, setSeen] = useState<SeenPlace>({
    at: meeting?.at,
    review: meeting?.review,
    step: meeting?.step,
    movedBy: null,
  });
  const [isOwn, setOwn] = useState(false);
  const facilitator = useFacilitator();
  if (seen.at !== meeting?.at || seen.review !== meeting?.review) {
    const mover = facilitator === null || facilitator.isMe ? null : facilitator.name;
    setSeen({
      at: meeting?.at,
      review: meeting?.review,
      step: meeting?.step,
      movedBy: seen.step === meeting?.step ? seen.movedBy : mover,
    });
    setOwn(false);
    const isOwnReview = facilitator?.isMe === true && seen.at === meeting?.at;
    const isIdle = !isScreenBusy() && !pointer.hasScrolledLately;
    if (shown === undefined || isOwn || isOwnReview || isIdle) setShown(meeting);
  }
  const hasOpened = meeting?.review !== undefined && meeting.review !== shown?.review;
  const isBehind = meeting?.at !== shown?.at || hasOpened;
  return {
    /** What has changed at the same place, such as the steps, is shown at once. */
    shown: isBehind ? shown : meeting,
    isBehind,
    isBehindAtStep: shown?.step !== meeting?.step,
    /** Who went to the present step; null: this user, or it was before this screen came. */
    movedBy: seen.movedBy,
    go: () => setShown(meeting),
    /** This screen goes on itself: its user may open something before the server has answered. */
    goesOnItself: setOwn,
  };
}
