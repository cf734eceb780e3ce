import { useEffect } from "react";
import { useBoardState, useBoardStore, useMe, useFacilitation } from "../../board-state/boardHooks.ts";
import { BoardControls } from "../../features/facilitation/BoardControls.tsx";
import { lazyPart, optionalPart } from "../../ui/loading/lazy.tsx";
import { ControlsSkeleton } from "../../ui/display/Skeletons.tsx";
import { optionsPanel } from "../../features/facilitation/facilitationHooks.ts";
import { startDialogOpen } from "../../features/facilitation/meeting/startDialogOpen.ts";
import { useExternalStore } from "../../ui/externalStore.ts";
import { useSidePanel } from "../../ui/panels/sidePanelState.ts";
import { setUserMenuState } from "../userMenuState.ts";
import { useShellPortals } from "../layouts/shellPortals.tsx";
import { Movable } from "../../ui/dialogs/Movable.tsx";

const TimerSignals = lazyPart(
  () => import("../../features/facilitation/TimerSignals.tsx"),
  "TimerSignals",
  optionalPart,
);
const StartDialog = lazyPart(
  () => import("../../features/facilitation/meeting/StartDialog.tsx"),
  "StartDialog",
);
const TeamOfBoard = lazyPart(() => import("../../features/spaces/TeamOfBoard.tsx"), "TeamOfBoard");
const OptionsPanel = lazyPart(() => import("../../features/facilitation/OptionsPanel.tsx"), "OptionsPanel");

interface Props {
  boardId: string;
  timerPlace: HTMLElement | null;
  facilitationPlace: HTMLElement | null;
}

export function BoardFacilitation({ boardId, timerPlace, facilitationPlace }: Props) {
  const { controls } = useShellPortals();
  const facilitation = useFacilitation();
  const me = useMe();
  const isStarting = useExternalStore(startDialogOpen);
  // It does not open by itself on the next board.
  useEffect(() => () => startDialogOpen.set(false), []);
  const optionsOpen = useSidePanel(optionsPanel).open;
  const { avatars } = facilitation.facilitator_options;
  const facilitator = facilitation.facilitator_id === me;
  const store = useBoardStore();
  const isWatching = useBoardState(({ ready }) => ready === "watching");
  const hasMeeting = facilitation.meeting !== undefined;
  const avatarsForced = avatars === "show" || avatars === "hide";
  useEffect(
    () =>
      setUserMenuState({
        isFacilitator: facilitator,
        avatarsForced,
        ...(hasMeeting && {
          watching: { on: isWatching, set: (on) => store.setReady(on ? "watching" : null) },
        }),
      }),
    [facilitator, avatarsForced, hasMeeting, isWatching, store],
  );
  useEffect(() => () => setUserMenuState(null), []);
  return (
    <>
      <Movable target={timerPlace ?? controls}>
        <BoardControls morePlace={facilitationPlace} />
      </Movable>
      <TimerSignals />
      {optionsOpen && <OptionsPanel />}
      {isStarting && (
        <StartDialog boardId={boardId} Team={TeamOfBoard} onClose={() => startDialogOpen.set(false)} />
      )}
    </>
  );
}

export function ControlsPlaceholder() {
  const { controls } = useShellPortals();
  return (
    <Movable target={controls}>
      <ControlsSkeleton />
    </Movable>
  );
}
