import "./section-actions.css";
import { BoardActions } from "./ActionsPanel.tsx";

/** In the section that is the board's place for actions [D6]. */
export function SectionActions({ onShow }: { onShow: (id: string) => void }) {
  return (
    <div className="section-actions">
      <BoardActions onShow={onShow} />
    </div>
  );
}
