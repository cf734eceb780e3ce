import { useEffect, useState } from "react";
import { useBodyMark } from "../device/bodyMark.ts";
import { sidePanelSlot, useIsBesideBoard } from "./sidePanelState.ts";

/** After the main content, so that Tab goes from the board to the panel. */
export function SidePanelSlot() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => {
    sidePanelSlot.set(slot);
    return () => sidePanelSlot.set(null);
  }, [slot]);
  useBodyMark("panels-beside", useIsBesideBoard());
  return <div className="side-panel-slot" ref={setSlot} />;
}
