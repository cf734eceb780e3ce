import "./actions-button.css";
import ChecklistOutlined from "@mui/icons-material/ChecklistOutlined";
import type { ReactNode } from "react";
import { useBoardState } from "../../board-state/boardHooks.ts";
import { countOpenActions } from "../../board-state/view/countOpenActions.ts";
import { useT } from "../../i18n/useT.ts";
import { useExternalStore } from "../../ui/externalStore.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { useSidePanel } from "../../ui/panels/sidePanelState.ts";
import { goToSectionForActions, panelName, sectionContent } from "./newAction.ts";

const ActionsPanel = lazyPart(() => import("./ActionsPanel.tsx"), "ActionsPanel", {
  editing: true,
  plain: true,
});

interface Props {
  onShow: (id: string) => void;
  calendar: ReactNode;
}

export function ActionsButton({ onShow, calendar }: Props) {
  const t = useT();
  const { open, buttonProps } = useSidePanel(panelName);
  const inSection = useExternalStore(sectionContent) !== null;
  const count = useBoardState(countOpenActions);
  return (
    <>
      <IconAction
        aria-expanded={inSection && !open ? undefined : open}
        onClick={(event) => {
          if (open || !goToSectionForActions()) buttonProps.onClick(event);
        }}
        label={count === 0 ? t("actions.title") : t("actions.titleCount", { count })}
        className="actions-button"
        data-name={t("actions.title")}
      >
        <ChecklistOutlined />
        {count > 0 && <span aria-hidden>{count}</span>}
      </IconAction>
      {open && <ActionsPanel onShow={onShow} calendar={calendar} />}
    </>
  );
}
