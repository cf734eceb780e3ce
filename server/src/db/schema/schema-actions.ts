import type { Action } from "@retro/contract/actions";

/** The fields of an action [D1]. The text is never null here; times are epoch milliseconds. */
export interface ActionsTable extends Omit<Action, "text" | "hidden" | "order" | "created_at" | "status_at"> {
  text: string;
  /** Fractional key in byte order, as in `items`. */
  order_key: string;
  created_at: number;
  status_at: number;
}
export interface DeletedActionsTable extends ActionsTable {
  deleted_by: string;
  deleted_at: number;
}
export interface ActionCountsTable {
  board_id: string;
  kind: "open" | "written" | "done";
  /** `YYYY-MM`, in UTC; empty for `open`. */
  month: string;
  total: number;
}
