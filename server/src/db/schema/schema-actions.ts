/** What the team of a board has decided to do [D1]. */
export interface ActionsTable {
  id: string;
  board_id: string;
  text: string;
  /** The owner: a user and their name at that time, or a name alone. */
  owner_id: string | null;
  owner_name: string | null;
  /** `YYYY-MM-DD`. */
  due_on: string | null;
  status: "open" | "done" | "dropped";
  /** The sticker that it was made from, which may be gone; while content is hidden, such an action is hidden [D3]. */
  source_item_id: string | null;
  /** The author of that sticker. */
  source_user_id: string | null;
  /** The author of the action. */
  user_id: string | null;
  /** Fractional key in byte order, as in `items`. */
  order_key: string;
  rev: number;
  created_at: number;
  /** When the status was set. */
  status_at: number;
}
/** Deleted actions, which the user who deleted them can restore for a while [D4]. */
export interface DeletedActionsTable extends ActionsTable {
  deleted_by: string;
  deleted_at: number;
}
/** How many actions of a board count as something, kept by triggers (see migration 0014). */
export interface ActionCountsTable {
  board_id: string;
  kind: "open" | "written" | "done";
  /** `YYYY-MM`, in UTC; empty for `open`. */
  month: string;
  total: number;
}
