import { bigint, integer, table, text } from "./column.ts";

/** What the servers of an installation share. */
export const serverTables = {
  server_state: table(
    {
      /** `app-secret`: the generated APP_SECRET, on PostgreSQL. `probe`: written by the readiness check. */
      key: text(),
      value: text(),
    },
    { key: ["key"] },
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
  template_counts: table(
    {
      template_key: text(),
      count: integer(),
    },
    { key: ["template_key"] },
  ),
};
