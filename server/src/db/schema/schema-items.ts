import type { Generated } from "kysely";

export interface ItemsTable {
  id: string;
  board_id: string;
  parent_id: string | null;
  kind: "section" | "column" | "sticker";
  /** Fractional key in byte order (COLLATE "C" on PostgreSQL). */
  order_key: string;
  user_id: string | null;
  title: string | null;
  style: string;
  rev: number;
  /** Votes without a voter, in addition to those in `votes`: from an import, or from erased users. */
  imported_votes: Generated<number>;
  created_at: number;
  /** JSON of `Reactions`, all users included; null without a reaction. */
  reactions: Generated<string | null>;
  /** Of the group that the sticker is [N1]. */
  name: Generated<string | null>;
  /** What was said about the topic that the sticker is [F7]. */
  note: Generated<string | null>;
  /** What the section is the board's place for [D6]. */
  holds: Generated<"actions" | null>;
  /** JSON of `RoundVotes`: votes of closed rounds, without voters; null: none [V8]. */
  rounds: Generated<string | null>;
}
/** A deleted sticker with its nested ones, which its deleter can restore for a while [T12]. */
export interface DeletionsTable {
  id: string;
  board_id: string;
  user_id: string;
  column_id: string;
  section_order: string;
  column_order: string;
  item_count: number;
  created_at: number;
}
/** A copy of the sticker's row. */
export interface DeletedItemsTable extends Omit<ItemsTable, "board_id" | "kind" | "parent_id"> {
  deletion_id: string;
  parent_id: string;
}
export interface DeletedVotesTable {
  id: string;
  item_id: string;
  user_id: string;
  created_at: number;
  count: Generated<number>;
}
