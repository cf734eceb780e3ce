import type { SpaceAction } from "@retro/contract/spaces/space-actions";
import type { ReactNode } from "react";
import { useLocale, useT } from "../../../i18n/useT.ts";
import { formatDay } from "../../../ui/display/calendarDay.ts";
import { useToday } from "../../../ui/display/sharedClock.ts";

/** Text, owner and due date of an action of a space. @param board its board: a name or a link */
export function SpaceActionText({ action, board }: { action: SpaceAction; board: ReactNode }) {
  const t = useT();
  const locale = useLocale();
  const today = useToday();
  const { text, owner_name, due_on } = action;
  const overdue = due_on !== null && due_on < today;
  return (
    <div className="space-action-text">
      <p dir="auto">{text}</p>
      <p className="about">
        {owner_name !== null && <span>{owner_name}</span>}
        {due_on !== null && (
          <span data-overdue={overdue ? "" : undefined}>
            {t(overdue ? "actions.overdue" : "actions.dueOn", { date: formatDay(due_on, locale) })}
          </span>
        )}
        <span>{board}</span>
      </p>
    </div>
  );
}
