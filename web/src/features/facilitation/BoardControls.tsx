import { useRef } from "react";
import { Movable } from "../../ui/dialogs/Movable.tsx";
import { FacilitatorPanel } from "./FacilitatorPanel.tsx";
import { TimerButtons, TimerPanel } from "./TimerPanel.tsx";

interface Props {
  morePlace: HTMLElement | null;
}

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
