import { useCallback } from "react";
import { externalStore, useExternalStore } from "../externalStore.ts";
import { useMediaQuery } from "../device/useMediaQuery.ts";
import { pointer } from "../pointer.ts";

interface OpenSidePanel {
  name: string;
  opener: HTMLElement | null;
}

/** The size at which the board shows its sections; 1: as large as the rest of the page. */
export const boardScale = externalStore(1);

/**
 * Where a panel has room beside the board; elsewhere it covers the board. Three sections in a row keep 180 px for
 * their stickers, with 26 px around them and 16 between; a panel takes 24 % of the window, a page 68 px of margins.
 */
const besideBoardQuery = (scale: number) =>
  `(min-width: ${Math.max(1200, Math.ceil((650 * scale + 68) / 0.76))}px)`;

export const useIsBesideBoard = (): boolean => useMediaQuery(besideBoardQuery(useExternalStore(boardScale)));

const isBesideBoard = (): boolean => matchMedia(besideBoardQuery(boardScale.get())).matches;

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
  if (isBesideBoard()) act();
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
