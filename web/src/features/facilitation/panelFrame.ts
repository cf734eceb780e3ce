import Button from "@mui/material/Button";
import { styled } from "@mui/material/styles";

/** The rounded frame of a panel in the top bar. */
export const PanelFrame = styled("div")(({ theme }) => ({
  display: "flex",
  alignItems: "center",
  flexShrink: 0,
  height: 40,
  paddingInline: 4,
  borderRadius: 23,
  border: `1px solid ${theme.vars.palette.divider}`,
  "@media (pointer: coarse)": { height: 46 },
}));

export const PanelButton = styled(Button)(({ theme }) => ({
  height: 40,
  minWidth: 0,
  borderRadius: 20,
  paddingInline: 16,
  whiteSpace: "nowrap",
  overflow: "hidden",
  borderColor: theme.vars.palette.divider,
  "@media (pointer: coarse)": { height: 46, borderRadius: 23 },
  [theme.breakpoints.down("sm")]: {
    paddingInline: 12,
    // Two short lines are better than one that is cut off.
    whiteSpace: "normal",
    textAlign: "left",
    fontSize: "0.75rem",
    lineHeight: 1.2,
    overflowWrap: "normal",
    "& .MuiButton-startIcon": { display: "none" },
    "& .MuiButton-endIcon": { marginLeft: 2, marginRight: -4 },
  },
}));
