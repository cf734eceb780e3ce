import IconButton from "@mui/material/IconButton";
import type { IconButtonProps } from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { ReactNode } from "react";

interface Props extends Omit<IconButtonProps, "aria-label" | "children" | "title"> {
  /** Tooltip and accessible name. */
  label: string;
  children: ReactNode;
}

/** A lone icon to press: never without a tooltip and a name (look: "Icons"). A disabled one keeps its tooltip. */
export function IconAction({ label, children, disabled = false, ...rest }: Props) {
  const button = (
    <IconButton {...rest} disabled={disabled} aria-label={label}>
      {children}
    </IconButton>
  );
  return <Tooltip title={label}>{disabled ? <span>{button}</span> : button}</Tooltip>;
}
