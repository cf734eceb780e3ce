import { Suspense, useEffect } from "react";
import { useMe, useSession } from "../../board-state/hooks.ts";
import { ControlsSkeleton } from "../../ui/Skeletons.tsx";
import { setBoardSeat } from "../boardSeat.ts";
import { TopBarControls } from "../layouts/shellSlots.tsx";
import { lazyNamed } from "../lazyNamed.ts";

const BoardControls = lazyNamed(() => import("../../features/session/BoardControls.tsx"), "BoardControls");
const SessionSignals = lazyNamed(() => import("../../features/session/SessionSignals.tsx"), "SessionSignals");

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
    <Suspense fallback={<ControlsToCome />}>
      <TopBarControls>
        <BoardControls />
      </TopBarControls>
      <SessionSignals />
    </Suspense>
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
