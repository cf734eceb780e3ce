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

/**
 * Opens and closes the board's results. The panel is fetched when it first opens.
 * @param onShow goes to a sticker of the board
 * @param onMakeAction makes an action of a sticker
 */
export function ResultsButton(props: ResultActions) {
  const t = useT();
  const { open, buttonProps } = useSidePanel("results");
  return (
    <>
      <IconAction {...buttonProps} label={t("results.title")}>
        <LeaderboardOutlined />
      </IconAction>
      {open && <ResultsPanel {...props} />}
    </>
  );
}
