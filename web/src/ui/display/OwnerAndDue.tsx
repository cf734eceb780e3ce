import type { Action } from "@retro/contract/actions";
import { isWebAddress } from "@retro/contract/web-address";
import { useLocale, useT } from "../../i18n/useT.ts";
import { formatDay } from "./calendarDay.ts";
import { useToday } from "./sharedClock.ts";

type ShownAction = Pick<Action, "owner_name" | "due_on" | "status"> & Partial<Pick<Action, "link">>;

export function OwnerAndDue({ action }: { action: ShownAction }) {
  const t = useT();
  const locale = useLocale();
  const overdue = isOverdue(action, useToday());
  const { owner_name, due_on, link } = action;
  return (
    <>
      {owner_name !== null && <span>{owner_name}</span>}
      {due_on !== null && (
        <span data-overdue={overdue ? "" : undefined}>
          {t(overdue ? "actions.overdue" : "actions.dueOn", { date: formatDay(due_on, locale) })}
        </span>
      )}
      {link && isWebAddress(link) && (
        <a href={link} target="_blank" rel="noopener noreferrer" title={link}>
          {shortAddress(link)}
        </a>
      )}
    </>
  );
}

/** The host, and the end of the path, which has the number of an issue. */
function shortAddress(link: string): string {
  const [host = "", ...parts] = link.replace(/^https?:\/\//iu, "").split(/[/?#]/u);
  const last = parts.findLast((part) => part !== "");
  return last === undefined ? host : `${host}/…/${last.slice(-24)}`;
}

export function isOverdue({ due_on, status }: ShownAction, today: string): boolean {
  return status === "open" && due_on !== null && due_on < today;
}
