import type { Meeting } from "@retro/contract/meeting";
import { useState } from "react";
import { isScreenBusy } from "../../../ui/focus/busyScreen.ts";

/**
 * The place of the meeting that this screen shows. An idle screen follows; one whose user writes, has a dialog
 * open or drags when the meeting goes on stays where it is, until they go on themselves [F8].
 */
export function useFollowing(meeting: Meeting) {
  const [shown, setShown] = useState(meeting);
  const [seenAt, setSeenAt] = useState(meeting.at);
  if (seenAt !== meeting.at) {
    setSeenAt(meeting.at);
    if (!isScreenBusy()) setShown(meeting);
  }
  const isBehind = meeting.at !== shown.at;
  return {
    /** What has changed at the same place, such as the steps, is shown at once. */
    shown: isBehind ? shown : meeting,
    isBehind,
    go: () => setShown(meeting),
  };
}
