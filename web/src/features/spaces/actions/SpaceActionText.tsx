import type { ReviewAction } from "@retro/contract/spaces/space-actions";
import type { ReactNode } from "react";
import { OwnerAndDue } from "../../../ui/display/OwnerAndDue.tsx";

export function SpaceActionText({ action, board }: { action: ReviewAction; board: ReactNode }) {
  return (
    <div className="space-action-text">
      <p dir="auto">{action.text}</p>
      <p className="about">
        <OwnerAndDue action={action} />
        <span>{board}</span>
      </p>
    </div>
  );
}
