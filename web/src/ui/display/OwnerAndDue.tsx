import type { Action } from "@retro/contract/actions";
import { useLocale, useT } from "../../i18n/useT.ts";
import { formatDay } from "./calendarDay.ts";
import { useToday } from "./sharedClock.ts";

type ShownAction = Pick<Action, "owner_name" | "due_on" | "status">;

/** The owner and the due date of an action on a board or in a space, as far as it has them. */
export function OwnerAndDue({ action }: { action: ShownAction }) {
  const t = useT();
  const locale = useLocale();
  const overdue = isOverdue(action, useToday());
  const { owner_name, due_on } = action;
  return (
    <>
      {owner_name !== null && <span>{owner_name}</span>}
      {due_on !== null && (
        <span data-overdue={overdue ? "" : undefined}>
          {t(overdue ? "actions.overdue" : "actions.dueOn", { date: formatDay(due_on, locale) })}
        </span>
      )}
    </>
  );
}

/** Whether an open action's due date is before today. */
export function isOverdue({ due_on, status }: ShownAction, today: string): boolean {
  return status === "open" && due_on !== null && due_on < today;
}
