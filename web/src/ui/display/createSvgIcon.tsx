import type { ReactNode, SVGProps } from "react";

interface Props extends Omit<SVGProps<SVGSVGElement>, "fontSize" | "color"> {
  fontSize?: "inherit" | "small" | "medium" | "large";
  color?: "inherit" | "action" | "disabled" | "error" | "primary" | "secondary";
}

const variant = (prefix: string, value: string) =>
  `${prefix}${value.charAt(0).toUpperCase()}${value.slice(1)}`;

/**
 * The build puts it in place of Material's, which brings the style engine into the first view (40 kB). The
 * class names are Material's, because its components set the size of icons inside them.
 */
export function createSvgIcon(path: ReactNode, name: string) {
  return function SvgIcon({ fontSize = "medium", color, className, ...rest }: Props) {
    const classes = [
      "MuiSvgIcon-root icon",
      variant("MuiSvgIcon-fontSize", fontSize),
      color !== undefined && color !== "inherit" && variant("MuiSvgIcon-color", color),
      className,
    ];
    return (
      <svg
        {...rest}
        className={classes.filter(Boolean).join(" ")}
        viewBox="0 0 24 24"
        focusable="false"
        aria-hidden
        data-testid={`${name}Icon`}
      >
        {path}
      </svg>
    );
  };
}
