import "./meeting.css";
import "./phone-bar.css";
import "./topic.css";
import type { Meeting, MeetingStep } from "@retro/contract/facilitation/meeting";
import { cutText } from "@retro/contract/text";
import { type ComponentType, type RefCallback, type RefObject, useEffect, useRef } from "react";
import { useBoardState, useFacilitation } from "../../../board-state/boardHooks.ts";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { phoneQuery, useMediaQuery } from "../../../ui/device/useMediaQuery.ts";
import { Movable } from "../../../ui/dialogs/Movable.tsx";
import { announce } from "../../../ui/focus/announce.ts";
import { useHeldFocus } from "../../../ui/focus/holdFocus.ts";
import { tip } from "../../../ui/tooltips/tip.ts";
import { useFacilitator } from "../facilitationHooks.ts";
import { useOpenRoundText } from "../openRound.ts";
import { DoneButton } from "./DoneButton.tsx";
import { LeadButtons } from "./LeadButtons.tsx";
import { MeetingStage, standsBeforeBoard } from "./MeetingStage.tsx";
import { useRememberedReady } from "./rememberedReady.ts";
import { AcceptSeat, useNewLeader, useSeatOffer } from "./SeatOffer.tsx";
import { ScreenButtons } from "./ScreenButtons.tsx";
import { StepAction, type StepActionProps } from "./StepAction.tsx";
import { type StepChange, useStepChange } from "./stepChange.ts";
import { StepList } from "./StepList.tsx";
import { hasDone, stepName, stepSentence } from "./stepTexts.ts";
import { type TopicParts, TopicStage } from "./TopicStage.tsx";
import { useTextsWithoutField } from "./textsWithoutField.ts";
import { TopicWishes, useTopicTimeOver, useWishes } from "./TopicTime.tsx";
import { type Following, useFollowing } from "./useFollowing.ts";
import { scrollToSections, scrollToStage, useOutOfView } from "./stageScroll.ts";
import { type MeetingTopics, useTopics, useTopicsOnScreen } from "./useTopics.ts";
import { VotesStepper } from "./VotesStepper.tsx";
import { lazyPart } from "../../../ui/loading/lazy.tsx";

const HideAgainDialog = lazyPart(() => import("./HideAgainDialog.tsx"), "HideAgainDialog");

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
  StepPart: StepActionProps["StepPart"];
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
  const { VotesUsed, StepPart, ...parts } = others;
  useRememberedReady(meeting ?? shown);
  const stage = useRef<HTMLElement>(null);
  const actionField = useRef<HTMLTextAreaElement>(null);
  const bar = useRef<HTMLElement>(null);
  const [stageRef, barRef] = [useHeldFocus(stage), useHeldFocus(bar)];
  const isMine = useFacilitator()?.isMe === true && meeting !== undefined;
  const change = useStepChange(meeting ?? shown, following);
  const { topics } = onScreen;
  const step = shown.steps.find(({ id }) => id === shown.step);
  const staged = step !== undefined && standsBeforeBoard(step) ? step : null;
  const isAway = useOutOfView(stage, topics !== null || staged !== null ? shown.step : undefined);
  const onStage = topics?.present?.sticker.id ?? (staged && (shown.review ?? staged.id)) ?? undefined;
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
            actionField={actionField}
            topics={topics}
            discuss={isMine ? ({ sticker }) => void change.goToTopic(sticker) : undefined}
          />
        </Movable>
      )}
      {staged !== null && stagePlace !== null && (
        <Movable target={stagePlace}>
          <MeetingStage key={staged.id} ref={stageRef} step={staged}>
            {staged.kind === "review" ? (
              <Review boardId={boardId} meeting={shown} />
            ) : staged.kind === "close" ? (
              <Summary boardId={boardId} />
            ) : (
              <Questions boardId={boardId} step={staged} />
            )}
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
          StepPart={StepPart}
          actionField={actionField}
          goTo={wayToMeeting()}
          following={following}
          topics={topics}
          isTopicGone={onScreen.isKept}
        />
      )}
      {change.question !== null && <HideAgainDialog {...change.question} />}
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

interface BarProps extends Pick<Props, "VotesUsed" | "StepPart"> {
  meeting: Meeting;
  change: StepChange;
  topics: MeetingTopics | null;
  following: Following;
  /** The topic on this screen is none any more. */
  isTopicGone: boolean;
  actionField: RefObject<HTMLTextAreaElement | null>;
  /** Goes to what the meeting shows; null: it is on the screen. */
  goTo: (() => void) | null;
  ref: RefCallback<HTMLElement>;
}

function Bar(props: BarProps) {
  const { meeting, change, topics, following, isTopicGone, goTo, VotesUsed, ref } = props;
  const t = useT();
  const phone = useMediaQuery(phoneQuery);
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
  const wishes = useWishesText(meeting);
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
          <span className="sentence">{offer?.text ?? (phone && isMine ? wishes : null) ?? sentence}</span>
        </p>
      </div>
      {goTo !== null && (
        <Button className="go-to-topic" data-back={isBack ? "" : undefined} variant="outlined" onClick={goTo}>
          {isBack ? (topics === null ? t("meeting.backTo", { name }) : t("meeting.backToTopic")) : wayOn}
        </Button>
      )}
      {phone && <StepAction kind={step.kind} isMine={isMine} {...props} />}
      {hasDone(step) && <DoneButton meeting={meeting} />}
      {topics?.present !== undefined && (
        <TopicWishes key={meeting.at} meeting={meeting} isMine={isMine} isTimeOver={isTimeOver} />
      )}
      {offer !== null && <AcceptSeat offer={offer} />}
      {isMine && (
        <div className="lead">
          {step.kind === "vote" && <VotesStepper />}
          {!phone && <ScreenButtons />}
          <LeadButtons
            meeting={meeting}
            present={step}
            next={meeting.steps[index + 1]}
            topic={topics?.left[0]}
            isTimeOver={isTimeOver}
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
  const phone = useMediaQuery(phoneQuery);
  if (phone && isBehindAtStep) return t("meeting.goTopic", { text: name });
  if (isBehindAtStep)
    return t(person === null ? "meeting.go" : "meeting.movedGo", { person: person ?? "", name });
  return isBehind && topic !== null
    ? t("meeting.goTopic", { text: shortened(topic) })
    : t("meeting.go", { name });
}

/** What the team wishes for the topic; null before the first wish. */
function useWishesText(meeting: Meeting): string | null {
  const t = useT();
  const { keep, move } = useWishes(meeting);
  if (keep.count + move.count === 0) return null;
  return t("meeting.wishCounts", { keep: keep.count, move: move.count });
}
