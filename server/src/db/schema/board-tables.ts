import { bigint, integer, table, text } from "./column.ts";

/** Boards, who has opened them, their changes and their anonymous questions. */
export const boardTables = {
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
  /**
   * A question that has ended, as JSON of `answerCounts`; `shown` without answers: there were too few [Q3]. The two
   * differ only in rows of release 1.0.
   */
  board_questions: table(
    {
      board_id: text().references("boards", "cascade"),
      kind: text(),
      counts: text(),
      shown: text(),
      /** What was asked; null: the usual text. */
      text: text().nullable(),
    },
    { key: ["board_id", "kind"] },
  ),
  /** Release 1.0 records here who has answered. Housekeeping empties it. */
  board_answerers: table(
    {
      board_id: text().references("boards", "cascade"),
      kind: text(),
      user_id: text().references("users", "cascade"),
    },
    {
      key: ["board_id", "kind", "user_id"],
      indexes: {
        board_answerers_user: ["user_id"],
      },
    },
  ),
  /**
   * A question until it ends. `counts` is JSON of `answerCounts`; neither the time nor the user of an answer
   * is stored [Q2].
   */
  open_questions: table(
    {
      board_id: text().references("boards", "cascade"),
      kind: text(),
      counts: text(),
      /** When its step began, epoch milliseconds. */
      asked_at: bigint(),
    },
    {
      key: ["board_id", "kind"],
      withoutRowid: true,
    },
  ),
  /** Who may answer an open question, and whether they have: 0 or 1 [Q1, Q6]. They go with the question. */
  question_people: table(
    {
      board_id: text(),
      kind: text(),
      user_id: text().references("users", "cascade"),
      answered: integer().default(0),
    },
    {
      key: ["board_id", "kind", "user_id"],
      indexes: {
        question_people_user: ["user_id"],
      },
      withoutRowid: true,
      foreignKey: {
        name: "question_people_question",
        columns: ["board_id", "kind"],
        table: "open_questions",
      },
    },
  ),
  /** Commands that a user may send again: a repeat is answered from its row. Neither text nor the body is in it. */
  idempotency_keys: table(
    {
      board_id: text().references("boards", "cascade"),
      user_id: text().references("users", "cascade"),
      /** SHA-256 of the key that the user has sent, base64url: a key may be any text. */
      key: text(),
      /** HMAC of the request: its method, address and body. */
      request: text(),
      /** Of the board, after the command. */
      version: bigint(),
      /** JSON: what the command added or deleted, as far as the request does not name it. */
      ids: text(),
      created_at: bigint(),
    },
    {
      key: ["board_id", "user_id", "key"],
      indexes: {
        idempotency_keys_user: ["user_id"],
        idempotency_keys_created: ["created_at"],
      },
      withoutRowid: true,
      addedBy: "0102-idempotency-keys",
    },
  ),
};
