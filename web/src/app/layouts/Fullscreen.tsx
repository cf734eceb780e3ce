import "./fullscreen.css";
import FullscreenExitOutlined from "@mui/icons-material/FullscreenExitOutlined";
import FullscreenOutlined from "@mui/icons-material/FullscreenOutlined";
import { useT } from "../../i18n/useT.ts";
import { classed } from "../../ui/display/classed.tsx";
import { IconAction } from "../../ui/controls/IconAction.tsx";
import { setFullscreen } from "../useFullscreen.ts";

export function FullscreenButton() {
  const t = useT();
  return (
    <IconAction
      icon={FullscreenOutlined}
      data-fullscreen="enter"
      size="small"
      label={t("shell.fullscreen")}
      onClick={() => setFullscreen(true)}
    />
  );
}

export const FullscreenDock = classed("div", "fullscreen-dock");

export const FullscreenStatus = classed("div", "fullscreen-status");

/** Appears when the pointer comes near, on visible focus, and always on touch screens. */
export function FullscreenExit() {
  const t = useT();
  return (
    <div className="fullscreen-exit">
      <IconAction
        icon={FullscreenExitOutlined}
        data-fullscreen="exit"
        label={t("shell.exitFullscreen")}
        onClick={() => setFullscreen(false)}
      />
    </div>
  );
}
