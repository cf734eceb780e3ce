import { createContext, use } from "react";
import type { ReactNode } from "react";
import { createPortal } from "react-dom";

/** The elements of the bars that the current screen may fill. Null while the bars are hidden. */
interface ShellPortals {
  controls: HTMLElement | null;
  status: HTMLElement | null;
  heading: HTMLElement | null;
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

export function FooterStatus({ children }: { children: ReactNode }) {
  const { status } = useShellPortals();
  return status === null ? null : createPortal(children, status);
}
