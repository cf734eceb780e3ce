import * as z from "zod/mini";
import { type ActionDetails, actionStatuses } from "./actions.ts";
import { id, uuid } from "./ids.ts";
import { limits } from "./limits.ts";
import { text } from "./text.ts";
import { webAddress } from "./web-address.ts";

/** Bodies of the calls about actions [D1]. Unknown keys are ignored. */

export const actionText = text({
  multiline: true,
  max: limits.actions.text,
  required: "validation.required",
});
export const ownerName = text({ max: limits.actions.ownerName });

/** The details of an action as a user writes them; `null` removes one. A date is `YYYY-MM-DD`. */
export const detailInputs = {
  due_on: z.optional(z.nullable(z.iso.date({ error: "validation.date" }))),
  link: z.optional(z.nullable(webAddress)),
} satisfies Record<keyof ActionDetails, unknown>;

/** `null` removes a field. Of the owner's two fields the one that is left out counts as null. */
const details = {
  owner_id: z.optional(z.nullable(id)),
  owner_name: z.optional(z.nullable(ownerName)),
  ...detailInputs,
};
const revision = z.optional(z.nullable(z.int({ error: "validation.wholeNumber" })));

/** POST `boards/{id}/actions`. `after_id`: the action to follow, null means first; without it, last. */
export const createAction = z.object({
  id: z.optional(z.nullable(uuid)),
  text: actionText,
  ...details,
  source_item_id: z.optional(z.nullable(id)),
  after_id: z.optional(z.nullable(id)),
});
export type CreateAction = z.infer<typeof createAction>;

/** PUT `boards/{id}/actions/{actionId}`. A field that is left out keeps its value. */
export const updateAction = z.object({
  text: z.optional(actionText),
  ...details,
  status: z.optional(z.enum(actionStatuses, { error: "validation.invalid" })),
  rev: revision,
});
export type UpdateAction = z.infer<typeof updateAction>;

/** PUT `boards/{id}/actions/{actionId}/position`: after which action; null means first. */
export const moveAction = z.object({
  after_id: z.nullable(id),
  /** The place that the move starts from: 409 if the action has been moved since. */
  from: z.optional(z.object({ order: z.string() })),
});
export type MoveAction = z.infer<typeof moveAction>;
