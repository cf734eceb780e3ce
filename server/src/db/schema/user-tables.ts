import type { Role } from "@retro/contract/users";
import { bigint, integer, table, text } from "./column.ts";

/** Users, spaces and boards. */
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
  spaces: table(
    {
      id: text(),
      /** SHA-256 of the link's key, hex. */
      key_hash: text().unique(),
      /** Names the space's channel; the link's rotation replaces it. */
      channel: text().unique(),
      name: text(),
      defaults: text(),
      created_at: bigint(),
      /** The template of a new issue's address [G14]. */
      tracker: text().nullable(),
    },
    { key: ["id"] },
  ),
  space_templates: table(
    {
      id: text(),
      space_id: text().references("spaces", "cascade"),
      title: text(),
      description: text(),
      sections: text(),
      created_at: bigint(),
      /** JSON of the steps of its boards' meetings [F1]; null: none. */
      steps: text().nullable(),
    },
    {
      key: ["id"],
      indexes: {
        space_templates_space: ["space_id", "created_at"],
      },
    },
  ),
  boards: table(
    {
      id: text(),
      title: text(),
      description: text(),
      search: text(),
      creator_id: text().nullable().references("users", "set null"),
      version: bigint(),
      facilitator_id: text().nullable().references("users", "set null"),
      facilitator_options: text(),
      timer: text(),
      /** When the server ends a running timer; null unless running. */
      timer_settles_at: bigint().nullable(),
      section_count: integer(),
      sticker_count: integer(),
      created_at: bigint(),
      /** When a user last read or changed the board, at most a day late; null: unknown. Retention uses it. */
      last_used_at: bigint().nullable(),
      action_count: integer().default(0),
      /** The space that the board belongs to; null: none. */
      space_id: text().nullable().references("spaces", "set null"),
      locked: integer().default(0),
      /** When the board was put into the archive; null: it is not there [M3]. */
      archived_at: bigint().nullable(),
      /** When the board was put into the bin, and who did it; null: it is not there [M4]. */
      deleted_at: bigint().nullable(),
      deleted_by: text().nullable().references("users", "set null"),
      /** Argon2id of the passphrase; null: none is needed [M5]. */
      passphrase_hash: text().nullable(),
      /** JSON of Meeting; null: there is none [F1]. */
      meeting: text().nullable(),
      /** JSON of what the last step of the meeting replaced [F3]; null: nothing. */
      meeting_undo: text().nullable(),
      /** JSON of the rounds of votes; null: nobody has made one [V8]. */
      rounds: text().nullable(),
      /** JSON of the steps that the next meeting begins with [F1]; null: those of the space, or the usual ones. */
      next_steps: text().nullable(),
      /** JSON of LastMeeting; null: no meeting has ended [F10]. */
      last_meeting: text().nullable(),
      /** Since when the board is closed by a passphrase; a later passphrase does not change it. */
      passphrase_set_at: bigint().nullable(),
      /** The space that the board was in then: its members of that time open the board without the passphrase. */
      passphrase_space_id: text().nullable(),
    },
    {
      key: ["id"],
      indexes: {
        boards_created: ["created_at", "id"],
        boards_search: ["search", "id"],
        boards_section_count: ["section_count", "id"],
        boards_creator: { columns: ["creator_id"], where: "creator_id is not null" },
        boards_facilitator: { columns: ["facilitator_id"], where: "facilitator_id is not null" },
        boards_running_timers: { columns: ["timer_settles_at", "id"], where: "timer_settles_at is not null" },
        boards_last_used: ["last_used_at", "id"],
        boards_deleted_at: { columns: ["deleted_at"], where: "deleted_at is not null" },
        boards_deleted_by: { columns: ["deleted_by"], where: "deleted_by is not null" },
        boards_of_space: {
          columns: ["space_id", "created_at", "id", "archived_at", "deleted_at"],
          where: "space_id is not null",
        },
      },
    },
  ),
  board_passes: table(
    {
      board_id: text().references("boards", "cascade"),
      user_id: text().references("users", "cascade"),
      passed_at: bigint(),
      has_set: integer().default(0),
    },
    {
      key: ["board_id", "user_id"],
      indexes: {
        board_passes_user: ["user_id"],
      },
    },
  ),
  /** Who has shown a key of the space, from when on [G1]. */
  space_members: table(
    {
      space_id: text().references("spaces", "cascade"),
      user_id: text().references("users", "cascade"),
      since: bigint(),
      /** SHA-256 of the last key that the user has shown; null: none, the user has agreed to a move of their board. */
      key_hash: text().nullable(),
    },
    {
      key: ["space_id", "user_id"],
      indexes: {
        space_members_user: ["user_id"],
      },
    },
  ),
  /** A board that a member, or a passphrase, has taken out of the space [G15]. */
  space_departures: table(
    {
      id: text(),
      board_id: text().references("boards", "cascade"),
      space_id: text().references("spaces", "cascade"),
      left_at: bigint(),
      /** Until when members take it back from wherever it is; null: it left with the present key. */
      claim_until: bigint().nullable(),
    },
    {
      key: ["id"],
      indexes: {
        space_departures_board: { columns: ["board_id", "space_id"], isUnique: true },
        space_departures_space: ["space_id"],
        space_departures_left: ["left_at"],
      },
    },
  ),
};
