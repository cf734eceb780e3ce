import { styled } from "@mui/material/styles";
import type { ReactNode, Ref } from "react";
import { textColorOn } from "@retro/contract/contrast";
import { initialsOf } from "./initials.ts";

const Circle = styled("span")(({ theme }) => ({
  position: "relative",
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  flexShrink: 0,
  borderRadius: "50%",
  fontWeight: 600,
  lineHeight: 1,
  userSelect: "none",
  fontFamily: theme.typography.fontFamily,
  // The initials are drawn as an image: text inside a button would become part of its accessible name.
  "&::before": { content: "attr(data-initials)" },
}));
const Badge = styled("span")(({ theme }) => ({
  position: "absolute",
  right: -3,
  bottom: -3,
  display: "inline-flex",
  borderRadius: "50%",
  backgroundColor: theme.vars.palette.background.paper,
  color: theme.vars.palette.primary.main,
  "& svg": { fontSize: 14 },
}));

interface Props {
  name: string;
  color: string;
  /** Diameter in pixels; 28 by default. */
  size?: number;
  badge?: ReactNode;
  ref?: Ref<HTMLSpanElement>;
}

/** A coloured circle with initials. The name is shown beside it, so it is hidden from screen readers. */
export function Avatar({ name, color, size = 28, badge, ref, ...rest }: Props) {
  return (
    <Circle
      {...rest}
      ref={ref}
      aria-hidden
      data-initials={initialsOf(name)}
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 0.4),
        backgroundColor: color,
        color: textColorOn(color),
      }}
    >
      {badge !== undefined && <Badge>{badge}</Badge>}
    </Circle>
  );
}
