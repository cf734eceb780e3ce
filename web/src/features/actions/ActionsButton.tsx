import "./actions-button.css";
import ChecklistOutlined from "@mui/icons-material/ChecklistOutlined";
import type { ReactNode } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";
import type { BoardState } from "../../board-state/types.ts";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { useSidePanel } from "../../ui/panels/sidePanelState.ts";
import { panelName } from "./newAction.ts";

const ActionsPanel = lazyPart(() => import("./ActionsPanel.tsx"), "ActionsPanel", {
  editing: true,
  plain: true,
});

function countOpen({ view }: BoardState): number {
  let count = 0;
  for (const { status } of view?.actions.values() ?? []) if (status === "open") count += 1;
  return count;
}

interface Props {
  onShow: (id: string) => void;
  top: ReactNode;
  calendar: ReactNode;
}

export function ActionsButton({ onShow, top, calendar }: Props) {
  const t = useT();
  const { open, buttonProps } = useSidePanel(panelName);
  const count = useBoardState(countOpen);
  return (
    <>
      <IconAction
        {...buttonProps}
        label={count === 0 ? t("actions.title") : t("actions.titleCount", { count })}
        className="actions-button"
        data-name={t("actions.title")}
      >
        <ChecklistOutlined />
        {count > 0 && <span aria-hidden>{count}</span>}
      </IconAction>
      {open && <ActionsPanel onShow={onShow} top={top} calendar={calendar} />}
    </>
  );
}
