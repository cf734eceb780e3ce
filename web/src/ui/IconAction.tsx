import IconButton from "@mui/material/IconButton";
import type { IconButtonProps } from "@mui/material/IconButton";
import type { ReactNode } from "react";
import { tip } from "./tip.ts";

interface Props extends Omit<IconButtonProps, "aria-label" | "children" | "title"> {
  /** Tooltip and accessible name. */
  label: string;
  children: ReactNode;
}

/** A button with an icon only, which always has a tooltip and a name. It keeps the tooltip while disabled. */
export function IconAction({ label, children, disabled = false, ...rest }: Props) {
  if (!disabled) {
    return (
      <IconButton {...rest} aria-label={label} {...tip(label, { tap: rest.onClick === undefined })}>
        {children}
      </IconButton>
    );
  }
  return (
    <span {...tip(label)}>
      <IconButton {...rest} disabled aria-label={label}>
        {children}
      </IconButton>
    </span>
  );
}
