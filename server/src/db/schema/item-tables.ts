import type { Action } from "@retro/contract/actions";
import { bigint, integer, orderKey, table, text } from "./column.ts";

/** The fields of an action [D1]. The text is never null here; times are epoch milliseconds. */
const actionColumns = {
  id: text(),
  board_id: text().references("boards", "cascade"),
  text: text(),
  owner_id: text().nullable().references("users", "set null"),
  owner_name: text().nullable(),
  due_on: text().nullable(),
  status: text<Action["status"]>(),
  source_item_id: text().nullable(),
  source_user_id: text().nullable().references("users", "set null"),
  user_id: text().nullable().references("users", "set null"),
  /** Fractional key in byte order, as in `items`. */
  order_key: orderKey(),
  rev: integer(),
  created_at: bigint(),
  status_at: bigint(),
  link: text().nullable(),
};

/** Sections, columns and stickers, the votes on them, and actions. */
export const itemTables = {
  items: table(
    {
      id: text(),
      board_id: text().references("boards", "cascade"),
      parent_id: text().nullable(),
      kind: text<"section" | "column" | "sticker">(),
      /** Fractional key in byte order (COLLATE "C" on PostgreSQL). */
      order_key: orderKey(),
      user_id: text().nullable().references("users", "set null"),
      title: text().nullable(),
      style: text(),
      rev: integer(),
      /** Votes without a voter, in addition to those in `votes`: from an import, or from erased users. */
      imported_votes: integer().default(0),
      created_at: bigint(),
      /** JSON of `Reactions`, all users included; null without a reaction. */
      reactions: text().nullable(),
      /** JSON of `RoundVotes`: votes of closed rounds, without voters; null: none [V8]. */
      rounds: text().nullable(),
      /** What was said about the topic that the sticker is [F7]. */
      note: text().nullable(),
      /** Of the group that the sticker is [N1]. */
      name: text().nullable(),
      /** What the section is the board's place for [D6]. */
      holds: text<"actions">().nullable(),
    },
    {
      key: ["id"],
      indexes: {
        items_board: ["board_id", "parent_id", "order_key"],
        items_created: ["created_at", "kind", "user_id"],
        items_user: { columns: ["user_id"], where: "user_id is not null" },
      },
    },
  ),
  votes: table(
    {
      id: text(),
      board_id: text().references("boards", "cascade"),
      item_id: text().references("items", "cascade"),
      user_id: text().references("users", "cascade"),
      created_at: bigint(),
      /** More than 1 only in a round that permits several votes on one sticker [V9]. */
      count: integer().default(1),
      /** The section in which the user first voted for it; null: a vote of an earlier release, which moves along [V2]. */
      section_id: text().nullable(),
    },
    {
      key: ["id"],
      unique: { votes_once: ["item_id", "user_id"] },
      indexes: {
        votes_board: ["board_id", "user_id"],
        votes_user: ["user_id"],
      },
    },
  ),
  /**
   * How many votes each user has given since the votes of the board began: neither a deletion nor a move nor a
   * person who leaves changes a row [V10].
   */
  given_votes: table(
    {
      board_id: text().references("boards", "cascade"),
      /** Of nobody, once the user is erased. */
      user_id: text(),
      count: integer(),
      /** The user has been on the board while counts were concealed: the votes left are counted for them. */
      counted: integer().default(0),
    },
    {
      key: ["board_id", "user_id"],
      indexes: {
        given_votes_user: ["user_id"],
      },
    },
  ),
  /** A deleted sticker with its nested ones, which its deleter can restore for a while [T12]. */
  deletions: table(
    {
      id: text(),
      board_id: text().references("boards", "cascade"),
      user_id: text().references("users", "cascade"),
      column_id: text(),
      section_order: orderKey(),
      column_order: orderKey(),
      item_count: integer(),
      created_at: bigint(),
    },
    {
      key: ["id"],
      indexes: {
        deletions_board: ["board_id", "created_at", "item_count"],
        deletions_user: ["user_id"],
        deletions_created: ["created_at"],
      },
    },
  ),
  /** A copy of the sticker's row. */
  deleted_items: table(
    {
      id: text(),
      deletion_id: text().references("deletions", "cascade"),
      parent_id: text(),
      order_key: orderKey(),
      user_id: text().nullable().references("users", "set null"),
      title: text().nullable(),
      style: text(),
      rev: integer(),
      imported_votes: integer(),
      created_at: bigint(),
      reactions: text().nullable(),
      rounds: text().nullable(),
      note: text().nullable(),
      name: text().nullable(),
      holds: text<"actions">().nullable(),
    },
    {
      key: ["id"],
      indexes: {
        deleted_items_deletion: ["deletion_id"],
        deleted_items_user: { columns: ["user_id"], where: "user_id is not null" },
      },
    },
  ),
  deleted_votes: table(
    {
      id: text(),
      item_id: text().references("deleted_items", "cascade"),
      user_id: text().references("users", "cascade"),
      created_at: bigint(),
      count: integer().default(1),
      section_id: text().nullable(),
    },
    {
      key: ["id"],
      indexes: {
        deleted_votes_item: ["item_id"],
        deleted_votes_user: ["user_id"],
      },
    },
  ),
  actions: table(actionColumns, {
    key: ["id"],
    indexes: {
      actions_owner_id: { columns: ["owner_id"], where: "owner_id is not null" },
      actions_source_user_id: { columns: ["source_user_id"], where: "source_user_id is not null" },
      actions_user_id: { columns: ["user_id"], where: "user_id is not null" },
      actions_board: ["board_id", "order_key"],
      actions_status: ["board_id", "status"],
      actions_due: { columns: ["due_on"], where: "status = 'open'" },
    },
  }),
  deleted_actions: table(
    {
      ...actionColumns,
      deleted_by: text().references("users", "cascade"),
      deleted_at: bigint(),
    },
    {
      key: ["id"],
      indexes: {
        deleted_actions_owner_id: { columns: ["owner_id"], where: "owner_id is not null" },
        deleted_actions_source_user_id: { columns: ["source_user_id"], where: "source_user_id is not null" },
        deleted_actions_user_id: { columns: ["user_id"], where: "user_id is not null" },
        deleted_actions_board: ["board_id", "deleted_at"],
        deleted_actions_deleted_by: ["deleted_by"],
        deleted_actions_deleted_at: ["deleted_at"],
      },
    },
  ),
  /** Triggers keep the counts [G6, G11]. */
  action_counts: table(
    {
      board_id: text().references("boards", "cascade"),
      kind: text<"open" | "written" | "done">(),
      /** `YYYY-MM`, in UTC; empty for `open`. */
      month: text(),
      total: integer(),
    },
    { key: ["board_id", "kind", "month"] },
  ),
};
