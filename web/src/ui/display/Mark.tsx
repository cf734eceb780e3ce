import "./mark.css";
import type { ComponentType } from "react";
import { tip } from "../tooltips/tip.ts";

interface Props {
  icon: ComponentType<{ fontSize: "inherit" }>;
  text: string;
}

export function Mark({ icon: Icon, text }: Props) {
  return (
    <span className="mark" {...tip(text)}>
      <Icon fontSize="inherit" />
      <span className="sr-only">{`${text}. `}</span>
    </span>
  );
}
