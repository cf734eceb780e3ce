import type { Item } from "@retro/contract/items";
import type { Meeting, MeetingStep } from "@retro/contract/facilitation/meeting";
import { limits } from "@retro/contract/limits";
import { useEffect, useState } from "react";
import { useT } from "../../../i18n/useT.ts";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { toast } from "../../../ui/toasts/toast.ts";
import { useFacilitationCommands } from "../facilitationHooks.ts";
import type { Following } from "./useFollowing.ts";

export type StepChange = ReturnType<typeof useStepChange>;

/** Going to a step or a topic. It is offered back for ten seconds [F3]. */
export function useStepChange(meeting: Meeting, { goesOnItself }: Following) {
  const t = useT();
  const commands = useFacilitationCommands();
  const [busy, setBusy] = useState(false);
  const [canUndo, offerUndo] = useUndoOffer();
  const run = async (change: Promise<boolean>): Promise<boolean> => {
    setBusy(true);
    goesOnItself(true);
    const isDone = await change;
    setBusy(false);
    if (!isDone) goesOnItself(false);
    if (!isDone) toast({ message: t("meeting.notDone"), kind: "error" });
    return isDone;
  };
  const goTo = async (step: MeetingStep) => {
    if (!busy && (await run(commands.goToStep(step.id, meeting.step)))) offerUndo(true);
  };
  const goToTopic = async ({ id }: Item) => {
    if (!busy && (await run(commands.goToTopic(id, meeting.topic ?? null)))) offerUndo(true);
  };
  const undo = () => {
    offerUndo(false);
    if (!busy) void run(commands.undoStep());
  };
  const end = () => {
    if (busy) return;
    // The dialog that has asked returns the focus to a button that goes with the meeting.
    keepFocus(() => document.querySelector("main"));
    void run(commands.endMeeting());
  };
  return { goTo, goToTopic, undo: canUndo ? undo : null, end, busy };
}

function useUndoOffer(): [boolean, (isOffered: boolean) => void] {
  // Another change begins another ten seconds.
  const [offer, setOffer] = useState<object | null>(null);
  useEffect(() => {
    if (offer === null) return undefined;
    const timeout = setTimeout(() => setOffer(null), limits.meeting.undoMs);
    return () => clearTimeout(timeout);
  }, [offer]);
  return [offer !== null, (isOffered) => setOffer(isOffered ? {} : null)];
}
