import AddOutlined from "@mui/icons-material/AddOutlined";
import RemoveOutlined from "@mui/icons-material/RemoveOutlined";
import { useT } from "../../../i18n/useT.ts";
import { Button } from "../../../ui/controls/Button.tsx";
import { IconAction } from "../../../ui/controls/IconAction.tsx";
import { tip } from "../../../ui/tooltips/tip.ts";
import { nextZoom, setZoom, useBoardZoom, useZoom } from "./boardZoom.ts";

export function BoardZoom() {
  const t = useT();
  useBoardZoom();
  const zoom = useZoom();
  const smaller = nextZoom(zoom, -1);
  const larger = nextZoom(zoom, 1);
  return (
    <div className="board-zoom" role="group" aria-label={t("board.zoom")}>
      <IconAction
        icon={RemoveOutlined}
        label={t("board.zoomOut")}
        size="small"
        disabled={smaller === null}
        onClick={() => smaller !== null && setZoom(smaller)}
      />
      <Button
        color="inherit"
        size="small"
        aria-label={t("board.zoomReset", { percent: zoom })}
        onClick={() => setZoom(100)}
        {...tip(t("board.zoomReset", { percent: zoom }))}
      >
        {t("board.zoomPercent", { percent: zoom })}
      </Button>
      <IconAction
        icon={AddOutlined}
        label={t("board.zoomIn")}
        size="small"
        disabled={larger === null}
        onClick={() => larger !== null && setZoom(larger)}
      />
    </div>
  );
}
