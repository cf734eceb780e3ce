import FullscreenExitOutlined from "@mui/icons-material/FullscreenExitOutlined";
import FullscreenOutlined from "@mui/icons-material/FullscreenOutlined";
import { styled } from "@mui/material/styles";
import { useT } from "../../i18n/useT.ts";
import { IconAction } from "../../ui/IconAction.tsx";
import { setFullscreen } from "../useFullscreen.ts";

/** The button that hides the bars. */
export function FullscreenButton() {
  const t = useT();
  return (
    <IconAction size="small" label={t("shell.fullscreen")} onClick={() => setFullscreen(true)}>
      <FullscreenOutlined fontSize="small" />
    </IconAction>
  );
}

const ExitButtonCorner = styled("div")(({ theme }) => ({
  position: "fixed",
  right: 0,
  bottom: 0,
  padding: "32px 16px 16px 32px",
  paddingBottom: "max(16px, env(safe-area-inset-bottom))",
  zIndex: theme.zIndex.appBar,
  opacity: 0,
  transition: "opacity 150ms ease-out",
  "&:hover, &:focus-within": { opacity: 1 },
  "@media (hover: none)": { opacity: 0.7 },
  "& .MuiIconButton-root": {
    backgroundColor: theme.vars.palette.background.paper,
    border: `1px solid ${theme.vars.palette.divider}`,
  },
}));

/** Shows the board's timer and facilitator controls while the top bar is hidden. Empty without a board. */
export const FullscreenDock = styled("div")(({ theme }) => ({
  position: "fixed",
  left: "50%",
  bottom: "max(12px, env(safe-area-inset-bottom))",
  transform: "translateX(-50%)",
  zIndex: theme.zIndex.appBar,
  display: "flex",
  alignItems: "center",
  gap: 8,
  maxWidth: "calc(100vw - 120px)",
  padding: 6,
  borderRadius: 26,
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.divider}`,
  boxShadow: theme.shadows[3],
  "&:empty": { display: "none" },
  "@media print": { display: "none" },
  [theme.breakpoints.down("sm")]: { left: 12, transform: "none", maxWidth: "calc(100vw - 88px)" },
}));

/** Shows the connection's state while the footer is hidden. While the connection is live, only screen readers get it. */
export const FullscreenStatus = styled("div")(({ theme }) => ({
  ...theme.typography.caption,
  position: "fixed",
  left: "50%",
  top: "max(4px, env(safe-area-inset-top))",
  transform: "translateX(-50%)",
  zIndex: theme.zIndex.appBar,
  width: "max-content",
  maxWidth: "calc(100vw - 24px)",
  padding: "4px 12px",
  borderRadius: 16,
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.divider}`,
  boxShadow: theme.shadows[3],
  // On a phone a mark at the top would cover the board, which cannot scroll below it; at the bottom there is space beside the exit button.
  [theme.breakpoints.down("sm")]: {
    top: "auto",
    bottom: "max(72px, calc(60px + env(safe-area-inset-bottom)))",
  },
  "&:empty": { display: "none" },
  "&:has(> .live)": {
    width: 1,
    height: 1,
    padding: 0,
    border: 0,
    overflow: "hidden",
    clipPath: "inset(50%)",
  },
  "@media print": { display: "none" },
}));

/**
 * The button that shows the bars again, at the bottom right. It appears when the pointer comes near, on focus, and always on touch screens.
 */
export function FullscreenExit() {
  const t = useT();
  return (
    <ExitButtonCorner>
      <IconAction label={t("shell.exitFullscreen")} onClick={() => setFullscreen(false)}>
        <FullscreenExitOutlined />
      </IconAction>
    </ExitButtonCorner>
  );
}
