import * as z from "zod/mini";

/** Actions of a board: what the team has decided to do [D1]. */

export const actionStatuses = ["open", "done", "dropped"] as const;
export const actionStatus = z.enum(actionStatuses);
export type ActionStatus = z.infer<typeof actionStatus>;

/** Details of an action besides text, owner and status: a new field begins here (docs/architecture.md). */
const details = {
  due_on: z.nullable(z.string()),
  /** The address of its issue in a tracker. */
  link: z.nullable(z.string()),
};
export const actionDetails = z.object(details);
export type ActionDetails = z.infer<typeof actionDetails>;
export const actionDetailNames = Object.keys(details) as (keyof ActionDetails)[];

export function detailsOf(from: {
  [K in keyof ActionDetails]?: ActionDetails[K] | undefined;
}): ActionDetails {
  return Object.fromEntries(actionDetailNames.map((name) => [name, from[name] ?? null])) as ActionDetails;
}

/**
 * An action as it crosses the wire [D1, D3]. `text` is null where it is hidden from the receiver (`hidden:
 * true`). The owner is a person (`owner_id` and their name at that time) or free text (`owner_name` only).
 * `due_on` is a date without a time, `YYYY-MM-DD`. `source_item_id` is the sticker that the action was made
 * from, `source_user_id` the author of that sticker, and `user_id` the author of the action; the two users
 * are null where authors are withheld. `status_at` is when the status was set. `rev` counts the edits.
 */
export const action = z.object({
  id: z.string(),
  board_id: z.string(),
  text: z.nullable(z.string()),
  hidden: z.boolean(),
  owner_id: z.nullable(z.string()),
  owner_name: z.nullable(z.string()),
  ...details,
  status: actionStatus,
  source_item_id: z.nullable(z.string()),
  source_user_id: z.nullable(z.string()),
  user_id: z.nullable(z.string()),
  order: z.string(),
  rev: z.number(),
  created_at: z.string(),
  status_at: z.string(),
});
export type Action = z.infer<typeof action>;
