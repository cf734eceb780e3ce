import type { Locale } from "@retro/contract/messages/catalogue";
import type {
  WebhookDelivery,
  WebhookEvent,
  WebhookFormat,
  WebhookState,
} from "@retro/contract/webhooks/webhooks";
import { bigint, integer, table, text } from "./column.ts";

/** API tokens and webhooks. */
export const integrationTables = {
  /** An API token [U1]. */
  api_tokens: table(
    {
      /** SHA-256 of the token, which only its owner has. */
      id: text(),
      kind: text<"person" | "space" | "server">(),
      name: text(),
      /** The user that the token acts as: its person, or a user that has the token's name. */
      user_id: text().references("users", "cascade"),
      /** Null: the user who made it is gone. */
      made_by: text().nullable().references("users", "set null"),
      may_write: integer(),
      /** The only board, or the only space, that it reaches. */
      board_id: text().nullable().references("boards", "cascade"),
      space_id: text().nullable().references("spaces", "cascade"),
      /** The key of the space, encrypted with the token: the server alone cannot read it [G1]. */
      sealed_key: text().nullable(),
      created_at: bigint(),
      last_used_at: bigint().nullable(),
      expires_at: bigint().nullable(),
    },
    {
      key: ["id"],
      indexes: {
        api_tokens_user_id: ["user_id"],
        api_tokens_made_by: ["made_by"],
        api_tokens_board_id: ["board_id"],
        api_tokens_space_id: ["space_id"],
        api_tokens_kind: ["kind", "created_at"],
        api_tokens_expires_at: ["expires_at"],
      },
    },
  ),
  webhooks: table(
    {
      id: text(),
      /** Null: the hook of an administrator, for all boards of the server. */
      space_id: text().nullable().references("spaces", "cascade"),
      name: text(),
      url: text(),
      format: text<WebhookFormat>(),
      /** Of the messages to chats. */
      locale: text<Locale>(),
      /** The events between spaces, with one at both ends, so that a query finds one. */
      events: text(),
      /** `whsec_` and 24 bytes in base64, as Standard Webhooks requires. */
      secret: text(),
      state: text<WebhookState>(),
      /** The first failure since the last success; null: the last attempt was a success, or there was none. */
      failing_since: bigint().nullable(),
      created_at: bigint(),
      /** Whether somebody who had signed in made it; 0 for a guest's, and for those of the time before the column. */
      made_by_member: integer().default(0),
    },
    {
      key: ["id"],
      indexes: {
        webhooks_space: ["space_id"],
      },
    },
  ),
  /**
   * The messages that a hook has not received, in the order of the board's versions. The delivery deletes the
   * row.
   */
  webhook_messages: table(
    {
      hook_id: text(),
      board_id: text().references("boards", "cascade"),
      version: bigint(),
      /** Tells the messages of one version apart. */
      part: bigint(),
      message_id: text(),
      type: text<WebhookEvent>(),
      payload: text(),
      created_at: bigint(),
      attempts: bigint(),
      next_at: bigint(),
    },
    {
      key: ["hook_id", "board_id", "version", "part"],
      indexes: {
        webhook_messages_board: ["board_id"],
        webhook_messages_next: ["next_at"],
      },
    },
  ),
  /** The last attempts of a hook. */
  webhook_deliveries: table(
    {
      id: text(),
      hook_id: text().references("webhooks", "cascade"),
      message_id: text(),
      type: text(),
      attempt: bigint(),
      at: bigint(),
      status: bigint().nullable(),
      problem: text<NonNullable<WebhookDelivery["problem"]>>().nullable(),
      answer: text(),
      ms: bigint(),
    },
    {
      key: ["id"],
      indexes: {
        webhook_deliveries_hook: ["hook_id", "at"],
      },
    },
  ),
};
