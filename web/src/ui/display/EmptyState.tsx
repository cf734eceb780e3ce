import "./empty-state.css";
import type { ReactNode } from "react";

interface Props {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  component?: "p" | "h1" | "h2";
}

export function EmptyState({ title, children, action, component: Title = "p" }: Props) {
  return (
    <div className="empty-state">
      <Title className="title">{title}</Title>
      {children !== undefined && <p className="hint">{children}</p>}
      {action !== undefined && <div className="action">{action}</div>}
    </div>
  );
}
