import { bigint, bytes, integer, table, text } from "./column.ts";

/** What visitors send to the operator, and the activity log. */
export const feedbackTables = {
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
};
