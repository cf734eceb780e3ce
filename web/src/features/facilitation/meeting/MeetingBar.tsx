import "./meeting.css";
import MoreHorizOutlined from "@mui/icons-material/MoreHorizOutlined";
import type { Meeting, MeetingStep } from "@retro/contract/meeting";
import { limits } from "@retro/contract/limits";
import { useEffect, useRef, useState } from "react";
import { useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { announce } from "../../../ui/focus/announce.ts";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import { toast } from "../../../ui/toasts/toast.ts";
import { useFacilitationCommands, useFacilitator } from "../facilitationHooks.ts";
import { DoneButton } from "./DoneButton.tsx";
import { ScreenButtons } from "./ScreenButtons.tsx";
import { stepName, stepSentence } from "./stepTexts.ts";
import { VotesStepper } from "./VotesStepper.tsx";

const MeetingMenu = lazyPart(() => import("./MeetingMenu.tsx"), "MeetingMenu");

/**
 * The steps of a led meeting, at the bottom of the board for everybody; the facilitator goes on from here
 * [F1, F2]. It lies in front of the board, so that nothing moves when it appears.
 */
export function MeetingBar() {
  const { meeting } = useFacilitation();
  return meeting === undefined ? null : <Bar meeting={meeting} />;
}

function Bar({ meeting }: { meeting: Meeting }) {
  const t = useT();
  const isMine = useFacilitator()?.isMe === true;
  const index = meeting.steps.findIndex(({ id }) => id === meeting.step);
  const step = meeting.steps[index];
  const sentence = step === undefined ? "" : stepSentence(t, step);
  const announced = step === undefined ? "" : `${stepName(t, step)}. ${sentence}`;
  useEffect(() => announce(announced), [announced]);
  const change = useStepChange(meeting);
  if (step === undefined) return null;
  return (
    <section className="meeting-bar" data-leads={isMine ? "" : undefined} aria-label={t("meeting.title")}>
      <div className="steps-and-text">
        <StepList meeting={meeting} isMine={isMine} change={change} />
        <p>
          <b className="present-step">{stepName(t, step)}</b> <span className="sentence">{sentence}</span>
        </p>
      </div>
      <DoneButton meeting={meeting} />
      {isMine && (
        <div className="lead">
          {step.kind === "vote" && <VotesStepper />}
          <ScreenButtons />
          <LeadButtons meeting={meeting} next={meeting.steps[index + 1]} change={change} />
        </div>
      )}
    </section>
  );
}

type StepChange = ReturnType<typeof useStepChange>;

interface StepListProps {
  meeting: Meeting;
  isMine: boolean;
  change: StepChange;
}

function StepList({ meeting, isMine, change: { goTo, busy } }: StepListProps) {
  const t = useT();
  return (
    <ol className="meeting-steps" aria-label={t("meeting.steps")}>
      {meeting.steps.map((step) => {
        const isPresent = step.id === meeting.step;
        return (
          <li key={step.id} aria-current={isPresent ? "step" : undefined}>
            {isMine && !isPresent ? (
              <button
                type="button"
                aria-label={t("meeting.goTo", { name: stepName(t, step) })}
                aria-disabled={busy}
                onClick={() => void goTo(step)}
              >
                {stepName(t, step)}
              </button>
            ) : (
              <span>{stepName(t, step)}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Going to a step. It is offered back for ten seconds, in the message that says where the meeting is [F3]. */
function useStepChange(meeting: Meeting) {
  const t = useT();
  const commands = useFacilitationCommands();
  const [busy, setBusy] = useState(false);
  /** Closes the offer of the step before: the server puts back the last one only. */
  const closeOffer = useRef<() => void>(undefined);
  const run = async (change: Promise<boolean>): Promise<boolean> => {
    setBusy(true);
    const isDone = await change;
    setBusy(false);
    if (isDone) closeOffer.current?.();
    else toast({ message: t("meeting.notDone"), kind: "error" });
    return isDone;
  };
  const offerUndo = (step: MeetingStep) => {
    closeOffer.current = toast({
      message: t("meeting.nowAt", { name: stepName(t, step) }),
      duration: limits.meeting.undoMs,
      place: "bottom-left",
      action: (close) => (
        <Button
          color="inherit"
          size="small"
          onClick={() => {
            close();
            void run(commands.undoStep());
          }}
        >
          {t("stickers.undo")}
        </Button>
      ),
    });
  };
  const goTo = async (step: MeetingStep) => {
    if (!busy && (await run(commands.goToStep(step.id, meeting.step)))) offerUndo(step);
  };
  const end = () => {
    if (!busy) void run(commands.endMeeting());
  };
  return { goTo, end, busy };
}

interface LeadButtonsProps {
  meeting: Meeting;
  next: MeetingStep | undefined;
  change: StepChange;
}

/** One button leads through the whole meeting; the rest is in a menu. */
function LeadButtons({ meeting, next, change: { goTo, end, busy } }: LeadButtonsProps) {
  const t = useT();
  const menuButton = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState(false);
  return (
    <>
      <IconAction
        ref={menuButton}
        label={t("meeting.more")}
        aria-haspopup="menu"
        aria-expanded={menu}
        onClick={() => setMenu(true)}
      >
        <MoreHorizOutlined />
      </IconAction>
      <Button
        className="next-step"
        variant="contained"
        aria-disabled={busy}
        onClick={() => (next === undefined ? end() : void goTo(next))}
      >
        {next === undefined ? t("meeting.end") : t("meeting.next", { name: stepName(t, next) })}
      </Button>
      <MeetingMenu
        open={menu}
        button={menuButton}
        meeting={meeting}
        onEnd={end}
        onClose={() => setMenu(false)}
      />
    </>
  );
}
