import type { Locale } from "@retro/contract/messages/catalogue";
import type {
  WebhookDelivery,
  WebhookEvent,
  WebhookFormat,
  WebhookState,
} from "@retro/contract/webhooks/webhooks";
import { bigint, bytes, integer, table, text } from "./column.ts";

/** What refers to users, spaces and boards, and what stands alone. */
export const otherTables = {
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
  /** A space that a signed-in person has the link of, for their other devices [I8]. */
  member_spaces: table(
    {
      user_id: text().references("users", "cascade"),
      space_id: text().references("spaces", "cascade"),
      /** The key of the space, encrypted with the server's secret. */
      sealed_key: text(),
      kept_at: bigint(),
    },
    {
      key: ["user_id", "space_id"],
      indexes: {
        member_spaces_space: ["space_id"],
      },
    },
  ),
  changes: table(
    {
      board_id: text().references("boards", "cascade"),
      version: bigint(),
      /** JSON of the ids that the command touched, without text (docs/decisions/sync.md). */
      touched: text(),
      created_at: bigint(),
    },
    { key: ["board_id", "version"] },
  ),
  visits: table(
    {
      user_id: text().references("users", "cascade"),
      board_id: text().references("boards", "cascade"),
      visited_at: bigint(),
      /** When the user removed the board from their list; null while it is in it. */
      removed_at: bigint().nullable(),
    },
    {
      key: ["user_id", "board_id"],
      indexes: {
        visits_recent: ["user_id", "visited_at"],
        visits_board: ["board_id", "visited_at"],
        visits_day: ["visited_at"],
      },
    },
  ),
  template_counts: table(
    {
      template_key: text(),
      count: integer(),
    },
    { key: ["template_key"] },
  ),
  own_templates: table(
    {
      id: text(),
      user_id: text().references("users", "cascade"),
      title: text(),
      description: text(),
      sections: text(),
      count: integer(),
      created_at: bigint(),
      /** JSON of the steps of its boards' meetings [F1]; null: none. */
      steps: text().nullable(),
    },
    {
      key: ["id"],
      unique: { own_templates_title: ["user_id", "title"] },
    },
  ),
  used_solutions: table(
    {
      id: text(),
      expires_at: bigint(),
    },
    {
      key: ["id"],
      indexes: {
        used_solutions_expires: ["expires_at"],
      },
    },
  ),
  feedback: table(
    {
      id: text(),
      user_id: text().nullable().references("users", "set null"),
      name: text(),
      email: text().nullable(),
      comment: text(),
      search: text(),
      created_at: bigint(),
    },
    {
      key: ["id"],
      indexes: {
        feedback_created: ["created_at", "id"],
        feedback_name: ["name", "id"],
        feedback_email: ["email", "id"],
        feedback_user: { columns: ["user_id"], where: "user_id is not null" },
      },
    },
  ),
  feedback_files: table(
    {
      id: text(),
      feedback_id: text().references("feedback", "cascade"),
      position: integer(),
      type: text(),
      bytes: bytes(),
    },
    {
      key: ["id"],
      indexes: {
        feedback_files_feedback: ["feedback_id", "position"],
      },
    },
  ),
  contacts: table(
    {
      id: text(),
      email: text(),
      name: text(),
      inquiry: text(),
      subject: text(),
      message: text(),
      search: text(),
      created_at: bigint(),
    },
    {
      key: ["id"],
      indexes: {
        contacts_created: ["created_at", "id"],
        contacts_email: ["email", "id"],
        contacts_name: ["name", "id"],
        contacts_inquiry: ["inquiry", "id"],
        contacts_subject: ["subject", "id"],
      },
    },
  ),
  subscribers: table(
    {
      id: text(),
      email: text().unique(),
      search: text(),
      created_at: bigint(),
    },
    {
      key: ["id"],
      indexes: {
        subscribers_created: ["created_at", "id"],
      },
    },
  ),
  log_events: table(
    {
      id: integer(),
      title: text(),
      function: text(),
      object: text(),
      search: text(),
    },
    { key: ["id"] },
  ),
  logs: table(
    {
      id: text(),
      event_id: integer().references("log_events", "no action"),
      user_id: text().nullable().references("users", "set null"),
      /** The user's name when it happened. */
      name: text(),
      function: text(),
      object: text(),
      search: text(),
      created_at: bigint(),
    },
    {
      key: ["id"],
      indexes: {
        logs_created: ["created_at", "id"],
        logs_user: { columns: ["user_id"], where: "user_id is not null" },
        logs_name: ["name", "id"],
        logs_event: ["event_id", "id"],
        logs_function: ["function", "id"],
        logs_object: ["object", "id"],
      },
    },
  ),
  sign_in_failures: table(
    {
      /** `account:…`, `address:…`, `device:…`, `puzzle:…`, `board:…` or `visitor:…`, each with a SHA-256. */
      subject: text(),
      failures: integer(),
      /** From this time the row has no effect and may be deleted; `throttle.ts` explains the time before. */
      locked_until: bigint(),
    },
    {
      key: ["subject"],
      indexes: {
        sign_in_failures_until: ["locked_until"],
      },
    },
  ),
  sign_in_links: table(
    {
      /** SHA-256 of the link's token, hex. */
      id: text(),
      user_id: text().unique().references("users", "cascade"),
      expires_at: bigint(),
    },
    { key: ["id"] },
  ),
  removed_admins: table(
    {
      /** SHA-256 of the address, hex. */
      email_hash: text(),
      removed_at: bigint(),
    },
    { key: ["email_hash"] },
  ),
  server_state: table(
    {
      /** `app-secret`: the generated APP_SECRET, on PostgreSQL. `probe`: written by the readiness check. */
      key: text(),
      value: text(),
    },
    { key: ["key"] },
  ),
  /** The sessions have ended, the rest is being deleted. A row is deleted with its user. */
  erasures: table(
    {
      user_id: text().references("users", "cascade"),
      /** Who or what started it: the visitor, an administrator, or the end of the retention time. */
      reason: text<"self" | "admin" | "inactive">(),
      created_at: bigint(),
    },
    { key: ["user_id"] },
  ),
  notices: table(
    {
      id: text(),
      /** `board`: clients of this board must fetch `version`. `user`: servers close this user's connections. */
      kind: text<"board" | "user">(),
      subject_id: text(),
      version: bigint(),
      created_at: bigint(),
    },
    {
      key: ["id"],
      indexes: {
        notices_created: ["created_at"],
      },
    },
  ),
  leases: table(
    {
      name: text(),
      holder: text(),
      expires_at: bigint(),
      position: text(),
    },
    { key: ["name"] },
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
