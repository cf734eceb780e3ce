import type { Role } from "@retro/contract/users";
import { bigint, integer, table, text } from "./column.ts";

/** Users, their sign-ins and sessions. */
export const userTables = {
  users: table(
    {
      id: text(),
      role: text<Role>(),
      name: text(),
      color: text(),
      is_avatar_stickers: integer(),
      email: text().nullable().unique(),
      password_hash: text().nullable(),
      created_at: bigint(),
      /** When the user was last active, at most a day and an hour late; null: unknown. Retention uses it. */
      seen_at: bigint().nullable(),
    },
    {
      key: ["id"],
      indexes: {
        users_admins: { columns: ["email"], where: "role = 'admin'" },
        users_seen: ["seen_at", "id"],
      },
    },
  ),
  sessions: table(
    {
      /** SHA-256 of the cookie's token, hex. */
      id: text(),
      user_id: text().references("users", "cascade"),
      created_at: bigint(),
      last_used_at: bigint(),
      address: text(),
      user_agent: text(),
      /** When an administrator's session ends in any case; null for a visitor's. */
      ends_at: bigint().nullable(),
    },
    {
      key: ["id"],
      indexes: {
        sessions_user: ["user_id"],
        sessions_last_used: ["last_used_at"],
      },
    },
  ),
  /** Who a user is at the provider of sign-ins [I1]. */
  identities: table(
    {
      issuer: text(),
      subject: text(),
      user_id: text().references("users", "cascade"),
      created_at: bigint(),
    },
    {
      key: ["issuer", "subject"],
      indexes: {
        identities_user: ["user_id"],
      },
    },
  ),
  /** What the provider needs to end the session there, and to end this one from there [I6]. */
  provider_sessions: table(
    {
      session_id: text().references("sessions", "cascade"),
      issuer: text(),
      subject: text(),
      /** The provider's name of its session; null: it has none. */
      sid: text().nullable(),
      /** Encrypted with the server's secret, as the refresh token; "": the provider needs none. */
      id_token: text(),
      /** Null: there is none, or it is in use or used up. */
      refresh_token: text().nullable(),
    },
    {
      key: ["session_id"],
      indexes: {
        provider_sessions_subject: ["issuer", "subject"],
        provider_sessions_sid: ["issuer", "sid"],
      },
    },
  ),
  /** A sign-in that waits for the answer of a guest who has written [I1]. */
  pending_sign_ins: table(
    {
      /** SHA-256 of the secret in the browser's cookie. */
      id: text(),
      /** The guest. */
      user_id: text().references("users", "cascade"),
      /** The provider's answer, encrypted with the browser's secret: the server alone cannot read it. */
      sealed: text(),
      expires_at: bigint(),
    },
    {
      key: ["id"],
      indexes: {
        pending_sign_ins_user: ["user_id"],
        pending_sign_ins_expiry: ["expires_at"],
      },
    },
  ),
  /** The user, once a guest, is becoming part of another; the row goes with the user [I1]. */
  user_merges: table(
    {
      user_id: text().references("users", "cascade"),
      into_id: text().references("users", "cascade"),
      created_at: bigint(),
    },
    {
      key: ["user_id"],
      indexes: {
        user_merges_into: ["into_id"],
        user_merges_age: ["created_at"],
      },
    },
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
  sign_in_links: table(
    {
      /** SHA-256 of the link's token, hex. */
      id: text(),
      user_id: text().unique().references("users", "cascade"),
      expires_at: bigint(),
    },
    { key: ["id"] },
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
  removed_admins: table(
    {
      /** SHA-256 of the address, hex. */
      email_hash: text(),
      removed_at: bigint(),
    },
    { key: ["email_hash"] },
  ),
};
