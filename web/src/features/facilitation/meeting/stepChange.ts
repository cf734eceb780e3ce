import type { Item } from "@retro/contract/items";
import type { Meeting, MeetingStep } from "@retro/contract/facilitation/meeting";
import { limits } from "@retro/contract/limits";
import type { BoardView } from "@retro/rules/apply-change";
import { hidesAgain } from "@retro/rules/meeting";
import { useEffect, useState } from "react";
import { useBoardStore } from "../../../board-state/boardHooks.ts";
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
  const store = useBoardStore();
  const [asked, setAsked] = useState<MeetingStep | null>(null);
  const move = async (step: MeetingStep, hideContent?: boolean) => {
    if (!busy && (await run(commands.goToStep(step.id, meeting.step, hideContent)))) offerUndo(true);
  };
  const goTo = async (step: MeetingStep) => {
    const { view } = store.getState();
    if (view !== null && hasStickers(view) && hidesAgain(view.facilitation, step.id)) setAsked(step);
    else await move(step);
  };
  /** Whether a step hides again what everybody sees. */
  const question = asked && {
    step: asked,
    go: (hideContent: boolean) => {
      setAsked(null);
      void move(asked, hideContent);
    },
    onClose: () => setAsked(null),
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
  return { goTo, goToTopic, undo: canUndo ? undo : null, end, busy, question };
}

const hasStickers = ({ items }: BoardView) => [...items.values()].some(({ kind }) => kind === "sticker");

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
