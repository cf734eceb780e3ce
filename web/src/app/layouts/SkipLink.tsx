import { styled } from "@mui/material/styles";
import { useT } from "../../i18n/useT.ts";

const SkipAnchor = styled("a")(({ theme }) => ({
  position: "fixed",
  top: 8,
  left: 8,
  zIndex: theme.zIndex.tooltip,
  padding: "8px 16px",
  borderRadius: 8,
  color: theme.vars.palette.primary.contrastText,
  backgroundColor: theme.vars.palette.primary.main,
  transform: "translateY(-200%)",
  "&:focus": { transform: "none" },
}));

/** The first Tab stop: skips the bars and moves the focus to the page's main content. */
export function SkipLink() {
  const t = useT();
  return <SkipAnchor href="#main">{t("shell.skip")}</SkipAnchor>;
}
