import { useCallback } from "react";
import { externalStore, useExternalStore } from "../externalStore.ts";
import { pointer } from "../pointer.ts";

interface OpenSidePanel {
  name: string;
  opener: HTMLElement | null;
}

/** From this width a panel is beside the board (layout.css); below, it covers the board. */
export const besideBoardQuery = "(min-width: 1200px)";

const openPanel = externalStore<OpenSidePanel | null>(null);

export const sidePanelSlot = externalStore<HTMLElement | null>(null);

/**
 * Call it in the handler of a click or key: the board gets narrower at once.
 * @param opener gets the focus back
 */
export function openSidePanel(name: string, opener: HTMLElement | null): void {
  openPanel.set({ name, opener });
  document.documentElement.dataset["sidePanel"] = name;
}

/** The board gets its width back when the user releases the pointer. @returns the opener */
export function closeSidePanel(name: string): HTMLElement | null {
  const closed = openPanel.get();
  if (closed?.name !== name) return null;
  openPanel.set(null);
  if (pointer.isPressed) pointer.afterPress(widenBoard);
  else widenBoard();
  return closed.opener;
}

/** @param act moves the focus to the board; called when the board can take it */
export function leaveSidePanel(name: string, act: () => void): void {
  if (matchMedia(besideBoardQuery).matches) act();
  else {
    closeSidePanel(name);
    // Until the next frame the board is inert.
    requestAnimationFrame(act);
  }
}

export const isSidePanelOpen = (name: string): boolean => openPanel.get()?.name === name;

export function useSidePanel(name: string): {
  open: boolean;
  buttonProps: { "aria-expanded": boolean; onClick: (event: { currentTarget: HTMLElement }) => void };
} {
  const open = useExternalStore(openPanel)?.name === name;
  const onClick = useCallback(
    ({ currentTarget }: { currentTarget: HTMLElement }) => {
      if (isSidePanelOpen(name)) closeSidePanel(name)?.focus();
      else openSidePanel(name, currentTarget);
    },
    [name],
  );
  return { open, buttonProps: { "aria-expanded": open, onClick } };
}

function widenBoard(): void {
  if (openPanel.get() === null) delete document.documentElement.dataset["sidePanel"];
}
