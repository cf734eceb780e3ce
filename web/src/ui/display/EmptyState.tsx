import "./empty-state.css";
import type { ReactNode } from "react";

interface Props {
  title: string;
  /** Says what to do next. */
  children?: ReactNode;
  action?: ReactNode;
  /** The element of the title: a heading if the page has no other. */
  component?: "p" | "h1" | "h2";
}

/** Says that a list is empty and how to fill it. */
export function EmptyState({ title, children, action, component: Title = "p" }: Props) {
  return (
    <div className="empty-state">
      <Title className="title">{title}</Title>
      {children !== undefined && <p className="hint">{children}</p>}
      {action !== undefined && <div className="action">{action}</div>}
    </div>
  );
}
