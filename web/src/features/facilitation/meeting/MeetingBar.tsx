import "./meeting.css";
import "./topic.css";
import MoreHorizOutlined from "@mui/icons-material/MoreHorizOutlined";
import type { Item } from "@retro/contract/items";
import { isAsking, type Meeting, type MeetingStep } from "@retro/contract/facilitation/meeting";
import { limits } from "@retro/contract/limits";
import { cutText } from "@retro/contract/text";
import type { Topic } from "@retro/rules/topics";
import { type ComponentType, type RefCallback, useEffect, useRef, useState } from "react";
import { useBoardState, useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { Movable } from "../../../ui/dialogs/Movable.tsx";
import { announce } from "../../../ui/focus/announce.ts";
import { useHeldFocus } from "../../../ui/focus/holdFocus.ts";
import { keepFocus } from "../../../ui/focus/keepFocus.ts";
import { lazyPart } from "../../../ui/loading/lazy.tsx";
import { toast } from "../../../ui/toasts/toast.ts";
import { tip } from "../../../ui/tooltips/tip.ts";
import { useFacilitationCommands, useFacilitator } from "../facilitationHooks.ts";
import { useOpenRoundText } from "../openRound.ts";
import { DoneButton } from "./DoneButton.tsx";
import { MeetingStage } from "./MeetingStage.tsx";
import { useRememberedReady } from "./rememberedReady.ts";
import { AcceptSeat, useNewLeader, useSeatOffer } from "./SeatOffer.tsx";
import { ScreenButtons } from "./ScreenButtons.tsx";
import { stepName, stepSentence } from "./stepTexts.ts";
import { type TopicParts, TopicStage } from "./TopicStage.tsx";
import { useTextsWithoutField } from "./textsWithoutField.ts";
import { TopicWishes, useTopicTimeOver } from "./TopicTime.tsx";
import { useFollowing } from "./useFollowing.ts";
import { scrollToSections, scrollToStage, useOutOfView } from "./stageScroll.ts";
import { type MeetingTopics, useTopics, useTopicsOnScreen } from "./useTopics.ts";
import { VotesStepper } from "./VotesStepper.tsx";

const MeetingMenu = lazyPart(() => import("./MeetingMenu.tsx"), "MeetingMenu");

/**
 * The steps of a led meeting, at the bottom of the board for everybody; the facilitator goes on from here
 * [F1, F2]. It lies in front of the board, so that nothing moves when it appears.
 */
export function MeetingBar(props: Props) {
  const { meeting } = useFacilitation();
  const following = useFollowing(meeting);
  const { shown } = following;
  const live = useTopics(shown);
  const topics = useTopicsOnScreen(live, shown);
  useTextsWithoutField(shown, live);
  return shown === undefined ? null : <MeetingParts {...{ meeting, shown, following, topics }} {...props} />;
}

interface Props extends TopicParts {
  boardId: string;
  /** How far the vote is [V10]. */
  VotesUsed: ComponentType;
  /** What a step "Did we do it?" shows [F9]. */
  Review: ComponentType<{ boardId: string; meeting: Meeting }>;
  /** What a step asks everybody [Q4, Q5]. */
  Questions: ComponentType<{ boardId: string; step: MeetingStep }>;
  /** What the meeting came to, in the step to close. */
  Summary: ComponentType<{ boardId: string }>;
  /** Above the board: there the topic is shown. */
  stagePlace: HTMLElement | null;
}

interface PartsProps extends Props {
  /** Undefined: it has ended, and this screen still shows it. */
  meeting: Meeting | undefined;
  shown: Meeting;
  following: Following;
  topics: ReturnType<typeof useTopicsOnScreen>;
}

function MeetingParts(props: PartsProps) {
  const {
    meeting,
    shown,
    following,
    topics: onScreen,
    boardId,
    stagePlace,
    Review,
    Questions,
    Summary,
    ...others
  } = props;
  const { VotesUsed, ...parts } = others;
  const t = useT();
  useRememberedReady(meeting ?? shown);
  const stage = useRef<HTMLElement>(null);
  const bar = useRef<HTMLElement>(null);
  const [stageRef, barRef] = [useHeldFocus(stage), useHeldFocus(bar)];
  const isMine = useFacilitator()?.isMe === true && meeting !== undefined;
  const change = useStepChange(meeting ?? shown, following);
  const { topics } = onScreen;
  const step = shown.steps.find(({ id }) => id === shown.step);
  const isReview = step?.kind === "review" && shown.step === meeting?.step;
  const hasReview = isReview && shown.review !== undefined && shown.review === meeting?.review;
  const asking = step !== undefined && isAsking(step.kind) ? step : null;
  const closing = step?.kind === "close" ? step : null;
  const hasStage = topics !== null || hasReview || asking !== null || closing !== null;
  const isAway = useOutOfView(stage, hasStage ? shown.step : undefined);
  const onStage = topics?.present?.sticker.id ?? (hasReview ? shown.review : (asking ?? closing)?.id);
  useEffect(() => {
    if (onStage !== undefined) scrollToStage(stage.current);
  }, [onStage]);
  const wasAt = useRef(shown.step);
  useEffect(() => {
    if (wasAt.current !== shown.step && topics === null && onStage === undefined) scrollToSections();
    wasAt.current = shown.step;
  }, [shown.step, topics, onStage]);
  const wayToMeeting = () => {
    if (following.isBehind) return following.go;
    if (onScreen.isKept) return onScreen.go;
    return onStage !== undefined && isAway ? () => scrollToStage(stage.current) : null;
  };
  return (
    <>
      {topics !== null && stagePlace !== null && (
        <Movable target={stagePlace}>
          <TopicStage
            {...parts}
            ref={stageRef}
            topics={topics}
            discuss={isMine ? ({ sticker }) => void change.goToTopic(sticker) : undefined}
          />
        </Movable>
      )}
      {(hasReview || (isReview && isMine)) && stagePlace !== null && (
        <Movable target={stagePlace}>
          <section ref={stageRef} className="review-stage" aria-label={stepName(t, step)} tabIndex={-1}>
            <Review boardId={boardId} meeting={shown} />
          </section>
        </Movable>
      )}
      {asking !== null && stagePlace !== null && (
        <Movable target={stagePlace}>
          <section
            ref={stageRef}
            className="review-stage question-stage"
            aria-label={stepName(t, asking)}
            tabIndex={-1}
          >
            <Questions boardId={boardId} step={asking} />
          </section>
        </Movable>
      )}
      {closing !== null && stagePlace !== null && (
        <Movable target={stagePlace}>
          <MeetingStage ref={stageRef} step={closing}>
            <Summary boardId={boardId} />
          </MeetingStage>
        </Movable>
      )}
      {meeting === undefined ? (
        <EndedBar ref={barRef} go={following.go} />
      ) : (
        <Bar
          ref={barRef}
          meeting={meeting}
          change={change}
          VotesUsed={VotesUsed}
          goTo={wayToMeeting()}
          following={following}
          topics={topics}
          isTopicGone={onScreen.isKept}
        />
      )}
    </>
  );
}

/** For a screen that was busy when the meeting ended: nothing is taken from its user. */
function EndedBar({ go, ref }: { go: () => void; ref: RefCallback<HTMLElement> }) {
  const t = useT();
  const ended = t("meeting.ended");
  useEffect(() => announce(ended), [ended]);
  return (
    <section ref={ref} className="meeting-bar" data-ended="" aria-label={t("meeting.title")} tabIndex={-1}>
      <div className="steps-and-text">
        <p>{ended}</p>
      </div>
      <Button className="go-to-topic" variant="outlined" onClick={go}>
        {t("meeting.toBoard")}
      </Button>
    </section>
  );
}

interface BarProps extends Pick<Props, "VotesUsed"> {
  meeting: Meeting;
  change: StepChange;
  topics: MeetingTopics | null;
  following: Following;
  /** The topic on this screen is none any more. */
  isTopicGone: boolean;
  /** Goes to what the meeting shows; null: it is on the screen. */
  goTo: (() => void) | null;
  ref: RefCallback<HTMLElement>;
}

function Bar({ meeting, change, topics, following, isTopicGone, goTo, VotesUsed, ref }: BarProps) {
  const t = useT();
  const isMine = useFacilitator()?.isMe === true;
  const index = meeting.steps.findIndex(({ id }) => id === meeting.step);
  const step = meeting.steps[index];
  const { facilitator_options: options } = useFacilitation();
  const sentence = step === undefined ? "" : stepSentence(t, step, options);
  const name = step === undefined ? "" : stepName(t, step);
  const { movedBy: person } = following;
  const news = person === null ? name : t("meeting.moved", { person, name });
  const announced = step === undefined ? "" : `${news}. ${sentence}`;
  useEffect(() => announce(announced), [announced]);
  const offer = useSeatOffer();
  useNewLeader();
  const isTimeOver = useTopicTimeOver(meeting) && topics !== null;
  const isBack = !following.isBehind && !isTopicGone;
  const wayOn = useWayOn(meeting, following, name);
  const round = useOpenRoundText();
  if (step === undefined) return null;
  return (
    <section
      ref={ref}
      className="meeting-bar"
      data-leads={isMine ? "" : undefined}
      aria-label={t("meeting.title")}
      tabIndex={-1}
    >
      <div className="steps-and-text">
        <StepList meeting={meeting} isMine={isMine} change={change} />
        <p className="step-text">
          <b className="present-step">{name}</b> {step.kind === "vote" && <VotesUsed />}{" "}
          {step.kind === "vote" && round !== null && (
            <span className="round" {...tip(round.hint)}>
              {round.title}.{" "}
            </span>
          )}
          <span className="sentence">{offer?.text ?? sentence}</span>
        </p>
      </div>
      {goTo !== null && (
        <Button className="go-to-topic" data-back={isBack ? "" : undefined} variant="outlined" onClick={goTo}>
          {isBack ? (topics === null ? t("meeting.backTo", { name }) : t("meeting.backToTopic")) : wayOn}
        </Button>
      )}
      {isTimeOver ? (
        <TopicWishes key={meeting.at} meeting={meeting} isMine={isMine} />
      ) : (
        <DoneButton meeting={meeting} />
      )}
      {offer !== null && <AcceptSeat offer={offer} />}
      {isMine && (
        <div className="lead">
          {step.kind === "vote" && <VotesStepper />}
          <ScreenButtons />
          <LeadButtons
            meeting={meeting}
            next={meeting.steps[index + 1]}
            topic={topics?.left[0]}
            change={change}
          />
        </div>
      )}
    </section>
  );
}

/** As many characters of a topic as the button has room for on a narrow phone. */
const topicLength = 24;

function shortened(topic: string): string {
  return topic.length > topicLength ? `${cutText(topic, topicLength - 1)}…` : topic;
}

/** The text of the button that leads a screen back to the present step or topic. */
function useWayOn(meeting: Meeting, { movedBy: person, isBehind, isBehindAtStep }: Following, name: string) {
  const t = useT();
  const topic = useBoardState(({ view }) => view?.items.get(meeting.topic ?? "")?.title ?? null);
  if (isBehindAtStep)
    return t(person === null ? "meeting.go" : "meeting.movedGo", { person: person ?? "", name });
  return isBehind && topic !== null
    ? t("meeting.goTopic", { text: shortened(topic) })
    : t("meeting.go", { name });
}

type Following = ReturnType<typeof useFollowing>;
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

/** Going to a step. It is offered back for ten seconds, in the message that names the new step [F3]. */
function useStepChange(meeting: Meeting, { goesOnItself }: Following) {
  const t = useT();
  const commands = useFacilitationCommands();
  const [busy, setBusy] = useState(false);
  /** Closes the offer of the step before: the server puts back the last one only. */
  const closeOffer = useRef<() => void>(undefined);
  const run = async (change: Promise<boolean>): Promise<boolean> => {
    setBusy(true);
    goesOnItself(true);
    const isDone = await change;
    setBusy(false);
    if (!isDone) goesOnItself(false);
    if (isDone) closeOffer.current?.();
    else toast({ message: t("meeting.notDone"), kind: "error" });
    return isDone;
  };
  const offerUndo = (message: string) => {
    closeOffer.current = toast({
      message,
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
    if (!busy && (await run(commands.goToStep(step.id, meeting.step))))
      offerUndo(t("meeting.nowAt", { name: stepName(t, step) }));
  };
  const goToTopic = async ({ id, title }: Item) => {
    if (!busy && (await run(commands.goToTopic(id, meeting.topic ?? null))))
      offerUndo(t("meeting.topicNow", { text: title ?? t("stickers.hidden") }));
  };
  const end = () => {
    if (busy) return;
    // The dialog that has asked returns the focus to a button that goes with the meeting.
    keepFocus(() => document.querySelector("main"));
    void run(commands.endMeeting());
  };
  return { goTo, goToTopic, end, busy };
}

interface LeadButtonsProps {
  meeting: Meeting;
  next: MeetingStep | undefined;
  /** The next one to discuss. */
  topic: Topic | undefined;
  change: StepChange;
}

/** One button leads through the whole meeting; the rest is in a menu. */
function LeadButtons({ meeting, next, topic, change }: LeadButtonsProps) {
  const t = useT();
  const { goTo, goToTopic, end, busy } = change;
  const menuButton = useRef<HTMLButtonElement>(null);
  const [ending, setEnding] = useState(false);
  const goOn = () => (next === undefined ? setEnding(true) : void goTo(next));
  const nextName = next === undefined ? t("meeting.end") : t("meeting.next", { name: stepName(t, next) });
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
        onClick={() => (topic === undefined ? goOn() : void goToTopic(topic.sticker))}
      >
        {topic === undefined ? nextName : t("meeting.nextTopic")}
      </Button>
      <MeetingMenu
        open={menu}
        button={menuButton}
        meeting={meeting}
        ending={ending}
        onEndingClose={() => setEnding(false)}
        onEnd={end}
        goTo={(step) => void goTo(step)}
        goOn={topic === undefined || next === undefined ? null : { name: nextName, go: goOn }}
        onClose={() => setMenu(false)}
      />
    </>
  );
}
