import { useRef } from "react";
import { Movable } from "../../ui/dialogs/Movable.tsx";
import { FacilitatorPanel } from "./FacilitatorPanel.tsx";
import { TimerButtons, TimerPanel } from "./TimerPanel.tsx";

interface Props {
  /** On a phone only the timer has room in the bar: the place of everything else. */
  morePlace: HTMLElement | null;
}

/** The two panels of the top bar on a board: timer and facilitator (spec 2.1). */
export function BoardControls({ morePlace }: Props) {
  const timerButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <TimerPanel button={timerButton}>
        <Movable target={morePlace}>
          <TimerButtons timerButton={timerButton} />
        </Movable>
      </TimerPanel>
      <Movable target={morePlace}>
        <FacilitatorPanel />
      </Movable>
    </>
  );
}
