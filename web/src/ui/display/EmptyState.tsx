import "./empty-state.css";
import type { ReactNode } from "react";
import { useT } from "../../i18n/useT.ts";
import { Button } from "../controls/Button.tsx";

interface Props {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  onRetry?: () => void;
  component?: "p" | "h1" | "h2";
}

export function EmptyState({ title, children, action, onRetry, component: Title = "p" }: Props) {
  const t = useT();
  return (
    <div className="empty-state">
      <Title className="title">{title}</Title>
      {children !== undefined && <p className="hint">{children}</p>}
      {action !== undefined && <div className="action">{action}</div>}
      {onRetry !== undefined && (
        <div className="action">
          <Button variant={Title === "h1" ? "contained" : "outlined"} onClick={onRetry}>
            {t("common.retry")}
          </Button>
        </div>
      )}
    </div>
  );
}
