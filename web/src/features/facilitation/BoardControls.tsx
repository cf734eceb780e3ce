import { FacilitatorPanel } from "./FacilitatorPanel.tsx";
import { TimerPanel } from "./TimerPanel.tsx";

/** The two panels of the top bar on a board: timer and facilitator (spec 2.1). */
export function BoardControls() {
  return (
    <>
      <TimerPanel />
      <FacilitatorPanel />
    </>
  );
}
