import "./mark.css";
import type { ComponentType } from "react";
import { tip } from "../tooltips/tip.ts";

interface Props {
  icon: ComponentType<{ fontSize: "inherit" }>;
  /** The tooltip, and what screen readers read. */
  text: string;
}

/** A small icon in a line of text, which says something about what the line is about. */
export function Mark({ icon: Icon, text }: Props) {
  return (
    <span className="mark" {...tip(text)}>
      <Icon fontSize="inherit" />
      <span className="sr-only">{`${text}. `}</span>
    </span>
  );
}
