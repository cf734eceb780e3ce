import type { Action } from "@retro/contract/actions";
import { useLocale, useT } from "../../i18n/useT.ts";
import { formatDay } from "./calendarDay.ts";
import { useToday } from "./sharedClock.ts";

type ShownAction = Pick<Action, "owner_name" | "due_on" | "status">;

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

export function isOverdue({ due_on, status }: ShownAction, today: string): boolean {
  return status === "open" && due_on !== null && due_on < today;
}
