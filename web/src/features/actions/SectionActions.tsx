import "./section-actions.css";
import type { ReactNode } from "react";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { useSidePanel } from "../../ui/panels/sidePanelState.ts";
import type { BoardActionsProps } from "./ActionsPanel.tsx";
import { panelName, sectionContent } from "./newAction.ts";

const BoardActions = lazyPart<"BoardActions", BoardActionsProps>(
  () => import("./ActionsPanel.tsx"),
  "BoardActions",
  {
    plain: true,
    prefetch: false,
  },
);

const setContent = (element: HTMLElement | null) => sectionContent.set(element);

interface Props {
  onShow: (id: string) => void;
  top: ReactNode;
}

/** In the section that is the board's place for actions [D6]. */
export function SectionActions({ onShow, top }: Props) {
  const { open } = useSidePanel(panelName);
  return (
    <div ref={setContent} className="section-actions" tabIndex={-1}>
      {top}
      <BoardActions fromStickers={!open} onShow={onShow} />
    </div>
  );
}
