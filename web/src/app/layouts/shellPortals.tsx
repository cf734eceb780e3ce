import { createContext, use } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** The elements of the bars that the current screen may fill through a portal. Null while the bars are hidden. */
export interface ShellPortals {
  controls: HTMLElement | null;
  status: HTMLElement | null;
}
export const ShellPortalsContext = createContext<ShellPortals>({ controls: null, status: null });

/** Renders the board's controls in the top bar. */
export function TopBarControls({ children }: { children: ReactNode }) {
  const { controls } = use(ShellPortalsContext);
  return controls === null ? null : createPortal(children, controls);
}

/** Renders the connection's state in the footer, or above the board in fullscreen. */
export function FooterStatus({ children }: { children: ReactNode }) {
  const { status } = use(ShellPortalsContext);
  return status === null ? null : createPortal(children, status);
}
