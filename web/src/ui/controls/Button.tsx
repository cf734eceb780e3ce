import "./buttons.css";
import type { ComponentProps } from "react";
import { openMenuOnArrowDown } from "./menuButton.ts";

interface Props extends ComponentProps<"button"> {
  variant?: "text" | "outlined" | "contained";
  color?: "primary" | "inherit";
  size?: "small" | "medium";
}

/** For the first view, which has no Material component; dialogs and menus use Material's. */
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
