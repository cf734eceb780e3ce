import LeaderboardOutlined from "@mui/icons-material/LeaderboardOutlined";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { useSidePanel } from "../../ui/panels/sidePanelState.ts";

interface ResultActions {
  onShow: (id: string) => void;
  onMakeAction: (id: string, opener: HTMLElement | null) => void;
}

const ResultsPanel = lazyPart(() => import("./ResultsPanel.tsx"), "ResultsPanel", { plain: true });

export function ResultsButton(props: ResultActions) {
  const t = useT();
  const { open, buttonProps } = useSidePanel("results");
  return (
    <>
      <IconAction icon={LeaderboardOutlined} {...buttonProps} label={t("results.title")} />
      {open && <ResultsPanel {...props} />}
    </>
  );
}
