import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

interface Props {
  title: string;
  /** Says what to do next. */
  children?: ReactNode;
  action?: ReactNode;
  /** The element of the title: a heading if the page has no other. */
  component?: "p" | "h1" | "h2";
}

/** Says that a list is empty and how to fill it. */
export function EmptyState({ title, children, action, component = "p" }: Props) {
  return (
    <Box sx={{ display: "grid", justifyItems: "center", gap: 2, px: 6, py: 10, textAlign: "center" }}>
      <Typography variant={component === "h1" ? "h1" : "subtitle1"} component={component}>
        {title}
      </Typography>
      {children !== undefined && (
        <Typography color="textSecondary" sx={{ maxWidth: 440, textWrap: "balance" }}>
          {children}
        </Typography>
      )}
      {action !== undefined && <Box sx={{ mt: 2 }}>{action}</Box>}
    </Box>
  );
}
