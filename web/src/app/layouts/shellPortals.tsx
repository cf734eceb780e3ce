import { createContext, use } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** The elements of the bars that the current screen may fill. Null while the bars are hidden. */
export interface ShellPortals {
  /** The middle of the top bar, or the dock in fullscreen. */
  controls: HTMLElement | null;
  status: HTMLElement | null;
  /** The top bar's place for the header of the board, on a phone. */
  heading: HTMLElement | null;
  /** Moves the actions of the top bar into an element, or back (null). */
  placeActions: (element: HTMLElement | null) => void;
}
export const ShellPortalsContext = createContext<ShellPortals>({
  controls: null,
  status: null,
  heading: null,
  placeActions: () => undefined,
});

export function useShellPortals(): ShellPortals {
  return use(ShellPortalsContext);
}

/** Renders the connection's state in the footer, or above the board in fullscreen. */
export function FooterStatus({ children }: { children: ReactNode }) {
  const { status } = useShellPortals();
  return status === null ? null : createPortal(children, status);
}
