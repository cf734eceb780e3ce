import LeaderboardOutlined from "@mui/icons-material/LeaderboardOutlined";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/IconAction.tsx";
import { lazyPart } from "../../ui/lazy.tsx";
import { useSidePanel } from "../../ui/sidePanelState.ts";

const ResultsPanel = lazyPart(() => import("./ResultsPanel.tsx"), "ResultsPanel", { plain: true });

/**
 * Opens and closes the board's results. The panel is fetched when it first opens.
 * @param onShow goes to a sticker of the board
 */
export function ResultsButton({ onShow }: { onShow: (id: string) => void }) {
  const t = useT();
  const { open, buttonProps } = useSidePanel("results");
  return (
    <>
      <IconAction {...buttonProps} label={t("results.title")}>
        <LeaderboardOutlined />
      </IconAction>
      {open && <ResultsPanel onShow={onShow} />}
    </>
  );
}
