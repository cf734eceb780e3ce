import "./fullscreen.css";
import FullscreenExitOutlined from "@mui/icons-material/FullscreenExitOutlined";
import FullscreenOutlined from "@mui/icons-material/FullscreenOutlined";
import { useT } from "../../i18n/useT.ts";
import { classed } from "../../ui/display/classed.tsx";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { setFullscreen } from "../useFullscreen.ts";

/** The button that hides the bars. */
export function FullscreenButton() {
  const t = useT();
  return (
    <IconAction
      data-fullscreen="enter"
      size="small"
      label={t("shell.fullscreen")}
      onClick={() => setFullscreen(true)}
    >
      <FullscreenOutlined fontSize="small" />
    </IconAction>
  );
}

/** Shows the board's timer and facilitator controls while the top bar is hidden. Empty without a board. */
export const FullscreenDock = classed("div", "fullscreen-dock");

/** Shows the connection's state while the footer is hidden. */
export const FullscreenStatus = classed("div", "fullscreen-status");

/**
 * The button that shows the bars again, at the bottom right. It appears when the pointer comes near, on
 * visible focus, and always on touch screens.
 */
export function FullscreenExit() {
  const t = useT();
  return (
    <div className="fullscreen-exit">
      <IconAction
        data-fullscreen="exit"
        label={t("shell.exitFullscreen")}
        onClick={() => setFullscreen(false)}
      >
        <FullscreenExitOutlined />
      </IconAction>
    </div>
  );
}
