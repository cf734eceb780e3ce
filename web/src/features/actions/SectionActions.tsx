import "./section-actions.css";
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

/** In the section that is the board's place for actions [D6]. */
export function SectionActions({ onShow }: { onShow: (id: string) => void }) {
  const { open } = useSidePanel(panelName);
  return (
    <div ref={setContent} className="section-actions" tabIndex={-1}>
      <BoardActions keepsPlace fromStickers={!open} onShow={onShow} />
    </div>
  );
}
