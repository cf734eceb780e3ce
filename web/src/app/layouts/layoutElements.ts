import { styled } from "@mui/material/styles";
import { barHeight, footerHeight } from "../../theme/theme.ts";

/** The current year, for the footers. */
export const thisYear = new Date().getFullYear();

/** The padding at both sides, wider where the screen has rounded corners or a notch. */
const inlinePadding = (space: number) => ({
  paddingLeft: `max(${space}px, env(safe-area-inset-left))`,
  paddingRight: `max(${space}px, env(safe-area-inset-right))`,
});

/** The elements of every layout: a page at least as high as the window, a top bar and a footer. */

export const Page = styled("div")({ minHeight: "100dvh", display: "flex", flexDirection: "column" });

export const TopBar = styled("header")(({ theme }) => ({
  position: "sticky",
  top: 0,
  zIndex: theme.zIndex.appBar,
  display: "flex",
  alignItems: "center",
  flexWrap: "wrap",
  columnGap: 12,
  minHeight: barHeight,
  ...inlinePadding(24),
  paddingTop: "env(safe-area-inset-top)",
  backgroundColor: theme.vars.palette.background.paper,
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  "@media print": { display: "none" },
  [theme.breakpoints.down("md")]: inlinePadding(16),
  [theme.breakpoints.down("sm")]: inlinePadding(12),
}));

/** The container of the board's timer and facilitator controls: the middle of the bar, or a separate row on small screens. */
export const ControlsArea = styled("div")(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  display: "flex",
  justifyContent: "center",
  alignItems: "center",
  gap: 16,
  [theme.breakpoints.down("md")]: {
    order: 3,
    flexBasis: "100%",
    justifyContent: "flex-start",
    gap: 8,
    "&:not(:empty)": { paddingBottom: 8 },
  },
}));

export const TopBarEnd = styled("div")(({ theme }) => ({
  display: "flex",
  alignItems: "center",
  gap: 4,
  [theme.breakpoints.down("md")]: { marginLeft: "auto" },
}));

export const Main = styled("main")(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  display: "flex",
  flexDirection: "column",
  paddingBlock: 24,
  ...inlinePadding(24),
  outline: "none",
  [theme.breakpoints.down("md")]: { paddingBlock: 16, ...inlinePadding(16) },
  [theme.breakpoints.down("sm")]: { paddingBlock: 12, ...inlinePadding(12) },
  // In fullscreen the controls, the exit button and, on a phone, the connection's state float over the bottom. The padding lets users
  // scroll the end of the board above them.
  "&.fullscreen": {
    paddingBottom: 76,
    [theme.breakpoints.down("sm")]: { paddingBottom: 112 },
  },
}));

export const Footer = styled("footer")(({ theme }) => ({
  ...theme.typography.caption,
  display: "flex",
  alignItems: "center",
  gap: 16,
  boxSizing: "content-box",
  minHeight: footerHeight - 1,
  ...inlinePadding(24),
  paddingBottom: "env(safe-area-inset-bottom)",
  color: theme.vars.palette.text.secondary,
  backgroundColor: theme.vars.palette.background.paper,
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  "& .end": { marginLeft: "auto", display: "flex", alignItems: "center", gap: 8 },
  "& .status": { display: "inline-flex", marginRight: 8 },
  "& .MuiButton-root": { ...theme.typography.caption },
  "@media print": { display: "none" },
  [theme.breakpoints.up("md")]: { position: "sticky", bottom: 0, zIndex: theme.zIndex.appBar },
  [theme.breakpoints.down("md")]: inlinePadding(16),
  // On a phone the buttons are 44 px high, so they need no further distance. Lines may break between buttons, not inside words.
  [theme.breakpoints.down("sm")]: {
    ...inlinePadding(12),
    gap: 8,
    "& .end": { gap: 0 },
    "& > span": { whiteSpace: "nowrap" },
    // The text about the connection has a separate row: it does not fit beside the buttons.
    flexWrap: "wrap",
    rowGap: 0,
    "& .end:has(.status > [data-tip]:not(.live))": {
      display: "contents",
      "& .status": { order: 1, flexBasis: "100%", justifyContent: "center", margin: 0, paddingBottom: 8 },
      "& .status + *": { marginLeft: "auto" },
    },
    "& .MuiButton-root": { overflowWrap: "normal" },
  },
}));

export const FooterLink = styled("a")({
  color: "inherit",
  textDecoration: "none",
  borderRadius: 4,
  "&:hover": { textDecoration: "underline" },
});
