import * as z from "zod/mini";
import { actionDetails, actionStatus, actionStatuses } from "../actions.ts";

/** The open actions of a team space: those of all its boards [G7]. */

/** An action with what members of the space see. It names no users: avatars may be hidden [H3]. */
export const spaceAction = z.object({
  id: z.string(),
  board_id: z.string(),
  board_title: z.string(),
  text: z.string(),
  owner_name: z.nullable(z.string()),
  ...actionDetails.shape,
  status: actionStatus,
  created_at: z.string(),
});
export type SpaceAction = z.infer<typeof spaceAction>;

/** GET `spaces/{key}/actions`. `more`: there is another page. */
export const spaceActions = z.object({ actions: z.array(spaceAction), more: z.boolean() });
export type SpaceActions = z.infer<typeof spaceActions>;

/** Without the board's id, which opens the board: not everybody who sees a review knows the space [F9]. */
export const reviewAction = z.omit(spaceAction, { board_id: true });
export type ReviewAction = z.infer<typeof reviewAction>;

/** GET `boards/{id}/review`. `settled`: done or dropped since the review began, on the first page only. */
export const boardReview = z.object({
  actions: z.array(reviewAction),
  settled: z.array(reviewAction),
  more: z.boolean(),
});
export type BoardReview = z.infer<typeof boardReview>;

/** Where the page after this action begins: a value of `after`. */
export const afterAction = ({
  due_on,
  created_at,
  id,
}: Pick<SpaceAction, "due_on" | "created_at" | "id">): string =>
  `${due_on ?? ""}~${Date.parse(created_at)}~${id}`;

/** The last action of the page before; `created_at` in epoch milliseconds. */
export function placeOf(after: string): { due_on: string | null; created_at: number; id: string } {
  const [due, createdAt, id = ""] = after.split("~");
  return { due_on: due || null, created_at: Number(createdAt), id };
}

/** `after`: the last action of the page before (`afterAction`); absent for the first page. */
export const spaceActionsQuery = z.object({
  after: z.optional(
    z
      .string()
      .check(z.regex(/^(\d{4}-\d\d-\d\d)?~-?\d{1,15}~[A-Za-z0-9_-]{1,64}$/, { error: "validation.invalid" })),
  ),
});

/** PUT `spaces/{key}/actions/{actionId}`. */
export const setActionStatus = z.object({
  status: z.enum(actionStatuses, { error: "validation.invalid" }),
});
export type SetActionStatus = z.infer<typeof setActionStatus>;
