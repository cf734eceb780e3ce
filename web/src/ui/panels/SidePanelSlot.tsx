import { useEffect, useState } from "react";
import { sidePanelSlot } from "./sidePanelState.ts";

/** After the main content, so that Tab goes from the board to the panel. */
export function SidePanelSlot() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useEffect(() => {
    sidePanelSlot.set(slot);
    return () => sidePanelSlot.set(null);
  }, [slot]);
  return <div className="side-panel-slot" ref={setSlot} />;
}
