import type { SpaceAction } from "@retro/contract/spaces/space-actions";
import type { ReactNode } from "react";
import { OwnerAndDue } from "../../../ui/display/OwnerAndDue.tsx";

/** Text, owner and due date of an action of a space. @param board its board: a name or a link */
export function SpaceActionText({ action, board }: { action: SpaceAction; board: ReactNode }) {
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
