import { useEffect } from "react";
import { useMe, useSession } from "../../board-state/hooks.ts";
import { lazyPart } from "../../ui/lazy.tsx";
import { ControlsSkeleton } from "../../ui/Skeletons.tsx";
import { setBoardSeat } from "../boardSeat.ts";
import { TopBarControls } from "../layouts/shellSlots.tsx";

const BoardControls = lazyPart(() => import("../../features/session/BoardControls.tsx"), "BoardControls", {
  fallback: <ControlsSkeleton />,
});
const SessionSignals = lazyPart(() => import("../../features/session/SessionSignals.tsx"), "SessionSignals", {
  silent: true,
});

/** The session's share of the board screen: its two panels in the top bar, its signals, and what the user menu must know of it. */
export function BoardSession() {
  const session = useSession();
  const me = useMe();
  const { avatars } = session.facilitator_options;
  const facilitator = session.facilitator_id === me;
  const avatarsForced = avatars === "show" || avatars === "hide";
  useEffect(() => setBoardSeat({ facilitator, avatarsForced }), [facilitator, avatarsForced]);
  useEffect(() => () => setBoardSeat(null), []);
  return (
    <>
      <TopBarControls>
        <BoardControls />
      </TopBarControls>
      <SessionSignals />
    </>
  );
}

/** Keeps the place of the panels until they are there. */
export function ControlsToCome() {
  return (
    <TopBarControls>
      <ControlsSkeleton />
    </TopBarControls>
  );
}
