import type { ReactNode } from "react";
import { useT } from "../../../i18n/useT.ts";
import { SidePanel } from "../../../ui/panels/SidePanel.tsx";

/** The summary on a board without a meeting. */
export function SummaryPanel({ children }: { children: ReactNode }) {
  return (
    <SidePanel name="summary" title={useT()("summary.title")}>
      {children}
    </SidePanel>
  );
}
