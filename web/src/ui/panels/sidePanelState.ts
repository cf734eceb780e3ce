import { useCallback } from "react";
import { externalStore, useExternalStore } from "../externalStore.ts";
import { pointer } from "../pointer.ts";

/** The side panel that is open, and the control that opened it, which gets the focus back. */
interface OpenSidePanel {
  name: string;
  opener: HTMLElement | null;
}

/** From this width a panel is beside the board (layout.css); below, it covers the board. */
export const besideBoardQuery = "(min-width: 1200px)";

const openPanel = externalStore<OpenSidePanel | null>(null);

/** Where the layout shows side panels; null while the page has no main layout. */
export const sidePanelSlot = externalStore<HTMLElement | null>(null);

/**
 * Opens a side panel. It replaces the one that is open. Call it in the handler of a click or key: from 1200
 * px the board gets narrower at once, even if the panel's chunk has still to arrive.
 * @param opener gets the focus when the panel closes
 */
export function openSidePanel(name: string, opener: HTMLElement | null): void {
  openPanel.set({ name, opener });
  document.documentElement.dataset["sidePanel"] = name;
}

/**
 * Closes the side panel if it is the one with this name. The board gets its width back at once, or when the
 * user releases the pointer, so that nothing moves below a drag.
 * @returns the control that opened the panel
 */
export function closeSidePanel(name: string): HTMLElement | null {
  const closed = openPanel.get();
  if (closed?.name !== name) return null;
  openPanel.set(null);
  if (pointer.isPressed) pointer.afterPress(widenBoard);
  else widenBoard();
  return closed.opener;
}

/**
 * Goes to the board from a control in a side panel: closes the panel if it covers the board.
 * @param act moves the focus to the board; called when the board can take it
 */
export function leaveSidePanel(name: string, act: () => void): void {
  if (matchMedia(besideBoardQuery).matches) act();
  else {
    closeSidePanel(name);
    // Until the next frame the board is inert.
    requestAnimationFrame(act);
  }
}

/** Whether the side panel is open, and what its button needs: spread `buttonProps` on the button. */
export function useSidePanel(name: string): {
  open: boolean;
  buttonProps: { "aria-expanded": boolean; onClick: (event: { currentTarget: HTMLElement }) => void };
} {
  const open = useExternalStore(openPanel)?.name === name;
  const onClick = useCallback(
    ({ currentTarget }: { currentTarget: HTMLElement }) => {
      if (openPanel.get()?.name === name) closeSidePanel(name)?.focus();
      else openSidePanel(name, currentTarget);
    },
    [name],
  );
  return { open, buttonProps: { "aria-expanded": open, onClick } };
}

function widenBoard(): void {
  if (openPanel.get() === null) delete document.documentElement.dataset["sidePanel"];
}
