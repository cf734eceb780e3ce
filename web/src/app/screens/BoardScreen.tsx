import { anyOptionSet } from "@retro/rules/facilitation";
import { openRoundOf } from "@retro/rules/rounds";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { Redirect, useParams } from "../../routes/router.tsx";
import { userQuery } from "../../api/user.ts";
import type { BoardStore } from "../../board-state/boardStore.ts";
import type { BoardState } from "../../board-state/types.ts";
import { BoardProvider, useBoardState } from "../../board-state/boardHooks.ts";
import { ActionsButton } from "../../features/actions/ActionsButton.tsx";
import { makeAction } from "../../features/actions/newAction.ts";
import { SectionActions } from "../../features/actions/SectionActions.tsx";
import { BoardContent } from "../../features/boards/BoardContent.tsx";
import { BoardZoom } from "../../features/boards/header/BoardZoom.tsx";
import { ConnectionIndicator } from "../../features/boards/header/ConnectionIndicator.tsx";
import { DownloadMenu } from "../../features/exports/DownloadMenu.tsx";
import { InviteButton } from "../../features/people/InviteButton.tsx";
import { NamePrompt } from "../../features/people/NamePrompt.tsx";
import { Presence } from "../../features/people/Presence.tsx";
import { ResultsButton } from "../../features/results/ResultsButton.tsx";
import { HistoryButtons } from "../../features/stickers/history/HistoryButtons.tsx";
import { UnsavedChanges } from "../../features/stickers/saving/UnsavedChanges.tsx";
import { Section } from "../../features/stickers/section/Section.tsx";
import { showSticker } from "../../features/stickers/keyboard/stickerFocus.ts";
import { StickerBoard } from "../../features/stickers/StickerBoard.tsx";
import { VoteButton } from "../../features/votes/VoteButton.tsx";
import { BoardVotesLeft, SectionVotesLeft } from "../../features/votes/VotesLeft.tsx";
import { paths } from "../../routes/paths.ts";
import { useTitle } from "../../routes/useTitle.ts";
import { fetchChunk, prefetchChunks, prefetchLater } from "../../ui/loading/chunks.ts";
import { recall, remember } from "../../device/deviceMemory.ts";
import { lazyPart, optionalPart } from "../../ui/loading/lazy.tsx";
import { toast } from "../../ui/toasts/toast.ts";
import { translate } from "../../i18n/i18n.ts";
import { LiveRegion } from "../../ui/focus/LiveRegion.tsx";
import { BoardSkeleton } from "../../ui/display/Skeletons.tsx";
import { phoneQuery, useMediaQuery } from "../../ui/device/useMediaQuery.ts";
import { FooterStatus, useShellPortals } from "../layouts/shellPortals.tsx";
import { keepAssetsOffline } from "../serviceWorker.ts";
import { endNewBoardOffer } from "../newBoardOffer.ts";
import { BoardFileDrops } from "./BoardFileDrops.tsx";
import { BoardFirstSteps } from "./BoardFirstSteps.tsx";
import { BoardFacilitation, ControlsPlaceholder } from "./BoardFacilitation.tsx";

/** Not there while nothing is in force, and never wider than its place. */
const RestrictionsBar = lazyPart(
  () => import("../../features/facilitation/RestrictionsBar.tsx"),
  "RestrictionsBar",
  { plain: true, fallback: null },
);
const MoveRequests = lazyPart(() => import("./MoveRequests.tsx"), "MoveRequests", optionalPart);
const VotersChip = lazyPart(() => import("../../features/votes/VotersChip.tsx"), "VotersChip", optionalPart);
const EmptySection = lazyPart(
  () => import("../../features/templates/EmptySection.tsx"),
  "EmptySection",
  optionalPart,
);
const CalendarButton = lazyPart(
  () => import("../../features/exports/SaveButtons.tsx"),
  "CalendarButton",
  optionalPart,
);
const BoardAnnouncer = lazyPart(
  () => import("../../features/stickers/BoardAnnouncer.tsx"),
  "BoardAnnouncer",
  optionalPart,
);
/** Fetched when a meeting starts, or its summary is opened. */
const meetingPart = { silent: true, plain: true, prefetch: false };
const MeetingBar = lazyPart(
  () => import("../../features/facilitation/meeting/MeetingBar.tsx"),
  "MeetingBar",
  meetingPart,
);
const StepPart = lazyPart(() => import("./StepPart.tsx"), "StepPart", meetingPart);
/** Together: with one of them first, the other would move what is below it. */
const loadTopic = () =>
  Promise.all([
    import("../../features/stickers/topic/TopicNote.tsx"),
    import("../../features/actions/TopicActions.tsx"),
  ]);
const loadReview = () => import("../../features/spaces/actions/Review.tsx");
const loadQuestions = () => import("../../features/questions/StepQuestions.tsx");
const loadSummary = () => import("./BoardSummary.tsx");
/** Fetched when a meeting goes on and the page is idle: a later step then shows all of itself at once. */
const stepChunks = [loadTopic, loadReview, loadQuestions, loadSummary];
const TopicNote = lazyPart(async () => (await loadTopic())[0], "TopicNote", meetingPart);
const TopicActions = lazyPart(async () => (await loadTopic())[1], "TopicActions", meetingPart);
const Review = lazyPart(loadReview, "Review", meetingPart);
const StepQuestions = lazyPart(loadQuestions, "StepQuestions", meetingPart);
const BoardSummary = lazyPart(loadSummary, "BoardSummary", meetingPart);
const VotesUsed = lazyPart(() => import("../../features/votes/VotesUsed.tsx"), "VotesUsed", meetingPart);
const RefusedBoard = lazyPart(() => import("./RefusedBoard.tsx"), "RefusedBoard", {
  plain: true,
  prefetch: false,
});
const MoveToSpaceDialog = lazyPart(
  () => import("../../features/spaces/MoveToSpaceDialog.tsx"),
  "MoveToSpaceDialog",
);
const SpaceOfBoard = lazyPart(
  () => import("../../features/spaces/SpaceOfBoard.tsx"),
  "SpaceOfBoard",
  optionalPart,
);
const closedBoardCodes: ReadonlySet<string> = new Set(["passphrase_required", "board_in_bin"]);
const loadActionCommands = () => import("../../features/actions/actionCommands.ts");
prefetchLater(loadActionCommands, true);
const stickerParts = {
  Vote: VoteButton,
  SectionVotesLeft,
  Empty: EmptySection,
  Actions: SectionActions,
  makeAction,
  addActionFrom: (store: BoardStore, stickerId: string) =>
    void fetchChunk(loadActionCommands).then(
      ({ addActionFrom }) => addActionFrom(store, stickerId),
      () => toast({ message: translate("shell.partFailed"), kind: "error" }),
    ),
};

/** If the board cannot be loaded, goes to the error route with the status (spec 8.1). */
export function BoardScreen() {
  const { id = "" } = useParams();
  const queries = useQueryClient();
  useEffect(endNewBoardOffer, []);
  return (
    <BoardProvider
      key={id}
      boardId={id}
      onSessionEnded={() => void queries.invalidateQueries({ queryKey: userQuery.queryKey })}
    >
      <BoardScreenContent />
    </BoardProvider>
  );
}

/** Not before all stickers are painted: on a board of thousands, the two would take turns. */
function prefetchOtherParts() {
  void prefetchChunks().then(rememberCyrillic).then(keepAssetsOffline);
}

function BoardScreenContent() {
  const { id = "" } = useParams();
  const failure = useBoardState((state) => state.failure);
  const title = useBoardState((state) => state.view?.details.title ?? null);
  useTitle(title ?? "Retro");
  const { headingTarget, timerPlace, facilitationPlace, places } = useHeaderPlaces();
  const [stagePlace, setStagePlace] = useState<HTMLElement | null>(null);
  const hasMeeting = useBoardState((state) => state.view?.facilitation.meeting !== undefined);
  // A busy screen keeps what a meeting that has ended showed.
  const [hasMet, setHasMet] = useState(hasMeeting);
  if (hasMeeting && !hasMet) setHasMet(true);
  const inForce = useBoardState(
    ({ view }) =>
      view !== null &&
      (view.facilitation.facilitator_id !== null ||
        openRoundOf(view.facilitation) !== null ||
        anyOptionSet(view.facilitation.facilitator_options)),
  );
  useEffect(() => {
    if (hasMeeting) stepChunks.forEach((load) => prefetchLater(load));
  }, [hasMeeting]);
  if (failure !== null) return <FailedBoard boardId={id} failure={failure} />;
  if (title === null)
    return (
      <>
        <ControlsPlaceholder />
        <BoardSkeleton />
      </>
    );
  return (
    <>
      <BoardFacilitation boardId={id} timerPlace={timerPlace} facilitationPlace={facilitationPlace} />
      <BoardAnnouncer />
      <LiveRegion />
      <FooterStatus>
        <ConnectionIndicator />
      </FooterStatus>
      <StickerBoard parts={stickerParts}>
        <BoardContent
          Section={Section}
          onComplete={prefetchOtherParts}
          header={{
            boardId: id,
            download: <DownloadMenu boardId={id} />,
            status: inForce && <RestrictionsBar VotesLeft={BoardVotesLeft} Voters={VotersChip} />,
            people: <Presence />,
            history: <HistoryButtons />,
            results: (
              <ResultsButton
                summary={<BoardSummary boardId={id} />}
                onShow={showSticker}
                Actions={TopicActions}
              />
            ),
            actions: <ActionsButton onShow={showSticker} calendar={<CalendarButton boardId={id} />} />,
            invite: <InviteButton boardId={id} />,
            zoom: <BoardZoom />,
            ...spaceSlots(id),
            places,
          }}
          headerTarget={headingTarget}
          notice={
            <>
              <UnsavedChanges />
              {hasMet && <div ref={setStagePlace} className="topic-place" />}
            </>
          }
        />
        {hasMet && (
          <MeetingBar
            boardId={id}
            stagePlace={stagePlace}
            Review={Review}
            VotesUsed={VotesUsed}
            StepPart={StepPart}
            Questions={StepQuestions}
            Summary={BoardSummary}
            Note={TopicNote}
            Actions={TopicActions}
          />
        )}
        <BoardFirstSteps />
        <BoardFileDrops />
      </StickerBoard>
      <NamePrompt />
      <MoveRequests boardId={id} />
    </>
  );
}

function FailedBoard({ boardId, failure }: { boardId: string; failure: NonNullable<BoardState["failure"]> }) {
  const { code = "", status, data } = failure;
  if (closedBoardCodes.has(code)) return <RefusedBoard boardId={boardId} code={code} data={data} />;
  return <Redirect to={paths.error(status > 0 ? status : 500)} />;
}

/**
 * The links from the board to spaces. A browser without a space sends no request and fetches no code for
 * them.
 */
function spaceSlots(boardId: string) {
  return {
    space: recall("retro.spaces") !== null && <SpaceOfBoard boardId={boardId} />,
    MoveToSpace: MoveToSpaceDialog,
  };
}

function useHeaderPlaces() {
  const phone = useMediaQuery(phoneQuery);
  const { heading, placeActions } = useShellPortals();
  const [timerPlace, setTimerPlace] = useState<HTMLElement | null>(null);
  const [facilitationPlace, setFacilitationPlace] = useState<HTMLElement | null>(null);
  const headingTarget = phone ? heading : null;
  const inBar = headingTarget !== null;
  const places = useMemo(
    () =>
      inBar ? { timer: setTimerPlace, facilitation: setFacilitationPlace, shell: placeActions } : undefined,
    [inBar, placeActions],
  );
  return { headingTarget, timerPlace, facilitationPlace, places };
}

/** The next page then fetches the Cyrillic face with the first files (index.html). */
function rememberCyrillic(): void {
  if (!import.meta.env.PROD) return;
  const used = document.fonts.check('1em "Inter Variable"', "я");
  remember("retro.cyrillic", used ? "1" : "");
}
