import "./buttons.css";
import type { ComponentProps } from "react";
import { openMenuOnArrowDown } from "./menuButton.ts";

interface Props extends ComponentProps<"button"> {
  variant?: "text" | "outlined" | "contained";
  color?: "primary" | "inherit";
  size?: "small" | "medium";
}

/**
 * A button with Material's look, for the first view, which has no Material component. Dialogs and menus use
 * Material's.
 */
export function Button({
  variant = "text",
  color = "primary",
  size = "medium",
  className,
  type = "button",
  ...rest
}: Props) {
  const classes = [
    "button",
    variant,
    color === "inherit" && "inherit",
    size === "small" && "small",
    className,
  ];
  return (
    <button
      onKeyDown={openMenuOnArrowDown}
      {...rest}
      type={type}
      className={classes.filter(Boolean).join(" ")}
    />
  );
}
