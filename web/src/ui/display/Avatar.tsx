import "./avatar.css";
import type { ReactNode, Ref } from "react";
import { textColorOn } from "@retro/contract/contrast";
import { initialsOf } from "./initials.ts";

interface Props {
  name: string;
  color: string;
  size?: number;
  badge?: ReactNode;
  ref?: Ref<HTMLSpanElement>;
}

export function Avatar({ name, color, size = 28, badge, ref, ...rest }: Props) {
  return (
    <span
      {...rest}
      className="avatar"
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
      {badge !== undefined && <span className="avatar-badge">{badge}</span>}
    </span>
  );
}
