import { createContext, use } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** Places in the bars that the routed screen may fill, keeping its own context. Null while the bars are hidden. */
export interface ShellPortals {
  controls: HTMLElement | null;
  status: HTMLElement | null;
}
export const ShellPortalsContext = createContext<ShellPortals>({ controls: null, status: null });

/** Hangs the board's controls into the top bar. */
export function TopBarControls({ children }: { children: ReactNode }) {
  const { controls } = use(ShellPortalsContext);
  return controls === null ? null : createPortal(children, controls);
}

/** Puts the connection's state into the footer, in fullscreen into a place above the board. */
export function FooterStatus({ children }: { children: ReactNode }) {
  const { status } = use(ShellPortalsContext);
  return status === null ? null : createPortal(children, status);
}
