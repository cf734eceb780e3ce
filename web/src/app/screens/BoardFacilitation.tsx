import { useEffect } from "react";
import { useMe, useFacilitation } from "../../board-state/boardHooks.ts";
import { lazyPart } from "../../ui/lazy.tsx";
import { ControlsSkeleton } from "../../ui/Skeletons.tsx";
import { setUserMenuState } from "../userMenuState.ts";
import { TopBarControls } from "../layouts/shellPortals.tsx";

const BoardControls = lazyPart(
  () => import("../../features/facilitation/BoardControls.tsx"),
  "BoardControls",
  {
    fallback: <ControlsSkeleton />,
  },
);
const TimerSignals = lazyPart(() => import("../../features/facilitation/TimerSignals.tsx"), "TimerSignals", {
  silent: true,
});

/** The facilitation's parts of the board screen: two panels in the top bar, the timer's signals, and the state for the user menu. */
export function BoardFacilitation() {
  const facilitation = useFacilitation();
  const me = useMe();
  const { avatars } = facilitation.facilitator_options;
  const facilitator = facilitation.facilitator_id === me;
  const avatarsForced = avatars === "show" || avatars === "hide";
  useEffect(
    () => setUserMenuState({ isFacilitator: facilitator, avatarsForced }),
    [facilitator, avatarsForced],
  );
  useEffect(() => () => setUserMenuState(null), []);
  return (
    <>
      <TopBarControls>
        <BoardControls />
      </TopBarControls>
      <TimerSignals />
    </>
  );
}

/** Keeps the space of the panels until they are loaded. */
export function ControlsPlaceholder() {
  return (
    <TopBarControls>
      <ControlsSkeleton />
    </TopBarControls>
  );
}
