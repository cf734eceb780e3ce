import LeaderboardOutlined from "@mui/icons-material/LeaderboardOutlined";
import type { ResultListProps } from "./ResultList.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { lazyPart } from "../../ui/loading/lazy.tsx";
import { useSidePanel } from "../../ui/panels/sidePanelState.ts";

interface ResultActions {
  summary: ReactNode;
  onShow: (id: string) => void;
  Actions: ResultListProps["Actions"];
}

const ResultsPanel = lazyPart(() => import("./ResultsPanel.tsx"), "ResultsPanel", { plain: true });
const SummaryPanel = lazyPart(() => import("./summary/SummaryPanel.tsx"), "SummaryPanel", {
  plain: true,
  prefetch: false,
});

export function ResultsButton({ summary, ...props }: ResultActions) {
  const t = useT();
  const { open, buttonProps } = useSidePanel("results");
  const isSummaryOpen = useSidePanel("summary").open;
  return (
    <>
      <IconAction
        icon={LeaderboardOutlined}
        {...buttonProps}
        label={t("results.title")}
        data-name={t("results.title")}
      />
      {open && <ResultsPanel {...props} />}
      {isSummaryOpen && <SummaryPanel>{summary}</SummaryPanel>}
    </>
  );
}
