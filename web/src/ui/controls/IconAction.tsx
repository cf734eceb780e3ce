import "./buttons.css";
import type { ComponentProps, ComponentType, ReactNode } from "react";
import { openMenuOnArrowDown } from "./menuButton.ts";
import { tip } from "../tooltips/tip.ts";

interface Props extends Omit<ComponentProps<"button">, "aria-label" | "children" | "title" | "color"> {
  label: string;
  tooltip?: string;
  /** Its size follows that of the button. */
  icon?: ComponentType<{ fontSize?: "small" | "medium" }>;
  children?: ReactNode;
  size?: "small" | "medium";
  color?: "primary";
  /** Aligns the icon, not the round area around it, with the start or end of its row. */
  edge?: "start" | "end";
}

/** A button with an icon only, which always has a tooltip and a name. It keeps the tooltip while disabled. */
export function IconAction({
  label,
  tooltip = label,
  icon: Icon,
  children,
  disabled = false,
  size = "medium",
  color,
  edge,
  className,
  ...rest
}: Props) {
  const classes = ["icon-button", size === "small" && "small", color, edge && `edge-${edge}`, className];
  const button = (
    <button
      type="button"
      onKeyDown={openMenuOnArrowDown}
      {...rest}
      disabled={disabled}
      aria-label={label}
      className={classes.filter(Boolean).join(" ")}
      {...(!disabled && tip(tooltip, { tap: rest.onClick === undefined }))}
    >
      {Icon !== undefined && <Icon fontSize={size} />}
      {children}
    </button>
  );
  return disabled ? <span {...tip(tooltip)}>{button}</span> : button;
}
