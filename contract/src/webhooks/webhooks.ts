import * as z from "zod/mini";
import { limits } from "../limits.ts";
import { text } from "../text.ts";

/** Webhooks [J1 to J6]: what happens on boards, sent to an address that a space or an administrator names. */

export const webhookEvents = [
  "board.created",
  "meeting.started",
  "meeting.step",
  "meeting.closed",
  "round.closed",
  "action.created",
  "action.changed",
  "action.done",
  "action.due",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** `standard`: the payload of docs/webhooks.md, signed. The others: a message as that chat takes it. */
export const webhookFormats = ["standard", "slack", "mattermost", "teams", "discord"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/**
 * `failed`: a day without a success, or the address has answered 410. `link_replaced`: somebody has replaced
 * the space's link since, so a former member may have made it [J5].
 */
export const webhookStates = ["on", "off", "failed", "link_replaced"] as const;
export type WebhookState = (typeof webhookStates)[number];

const events = z
  .array(z.enum(webhookEvents, { error: "validation.invalid" }), { error: "validation.required" })
  .check(
    z.minLength(1, { error: "webhooks.noEvents" }),
    z.maxLength(webhookEvents.length, { error: "validation.invalid" }),
  );

/** POST `spaces/{key}/webhooks` and `admin/webhooks`. The command checks the address. */
export const createWebhook = z.object({
  name: text({ max: limits.webhooks.name, required: "validation.nameRequired" }),
  url: text({ max: limits.webhooks.url, required: "validation.required" }),
  format: z.enum(webhookFormats, { error: "validation.invalid" }),
  events,
});
export type CreateWebhook = z.infer<typeof createWebhook>;

/** PUT …`/webhooks/{id}`. */
export const switchWebhook = z.object({ on: z.boolean({ error: "validation.invalid" }) });

/** Only this answer contains the secret [J4]. */
export const madeWebhook = z.object({ id: z.string(), secret: z.string() });
export type MadeWebhook = z.infer<typeof madeWebhook>;

/** Why there was no success: no connection, a refused address, no answer in time, or what the answer was. */
export const deliveryProblems = ["unreachable", "refused_address", "timeout", "answer"] as const;

/** One attempt. `message_id` is the same for all attempts of a message. */
export const webhookDelivery = z.object({
  id: z.string(),
  message_id: z.string(),
  type: z.string(),
  attempt: z.number(),
  at: z.string(),
  /** null: there was no answer. */
  status: z.nullable(z.number()),
  /** null: a success. */
  problem: z.nullable(z.enum(deliveryProblems)),
  /** The beginning of the answer. */
  answer: z.string(),
  ms: z.number(),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

/** `address` is the beginning and the end of the URL: the URL of a chat is a secret itself [J4]. */
export const webhook = z.object({
  id: z.string(),
  name: z.string(),
  address: z.string(),
  format: z.enum(webhookFormats),
  events: z.array(z.enum(webhookEvents)),
  state: z.enum(webhookStates),
  created_at: z.string(),
  /** The latest first. */
  deliveries: z.array(webhookDelivery),
});
export type Webhook = z.infer<typeof webhook>;

/** What is sent in the format `standard`, by Standard Webhooks [J1]. Null is what a stranger may not see [J3]. */
const board = z.object({
  id: z.string(),
  title: z.nullable(z.string()),
  /** Left out without PUBLIC_URL. */
  url: z.optional(z.string()),
});
const payloadOf = <T extends z.ZodMiniType, D extends z.core.$ZodLooseShape>(type: T, data: D) =>
  z.object({ type, timestamp: z.iso.datetime(), data: z.object({ board, ...data }) });
const step = z.object({ kind: z.string(), name: z.nullable(z.string()) });
export const webhookPayload = z.union([
  payloadOf(z.enum(["board.created", "meeting.closed"]), {}),
  payloadOf(z.enum(["meeting.started", "meeting.step"]), { step }),
  payloadOf(z.literal("round.closed"), {
    round: z.object({ number: z.number(), name: z.nullable(z.string()) }),
  }),
  payloadOf(z.enum(["action.created", "action.changed", "action.done", "action.due"]), {
    action: z.object({
      id: z.string(),
      text: z.nullable(z.string()),
      owner: z.nullable(z.string()),
      due_on: z.nullable(z.string()),
      status: z.string(),
    }),
  }),
  z.object({ type: z.literal("webhook.test"), timestamp: z.iso.datetime(), data: z.object({}) }),
]);
export type WebhookPayload = z.infer<typeof webhookPayload>;
